/* Preloaded into PostgreSQL: every sync takes DELAY_US longer, as on a disk that really writes. See slow-sync.ts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

typedef int (*sync_call)(int);

static int delayed(const char *name, int file) {
  usleep(DELAY_US);
  return ((sync_call)dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return delayed("fsync", file); }

int fdatasync(int file) { return delayed("fdatasync", file); }
