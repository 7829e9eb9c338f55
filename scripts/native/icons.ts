/**
 * `npm run native:icons`: icons and splash pictures of both apps from `web/public/icons/icon.svg`. The outputs are
 * committed; Android draws the mark as vectors, iOS and Android 7 get pixels.
 */
import fs from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { androidIcons, iosIcons, readMark } from './icon-files.ts'

const root = path.resolve(import.meta.dirname, '../..')
const mark = readMark(fs.readFileSync(path.join(root, 'web/public/icons/icon.svg'), 'utf8'))

for (const { file, content } of [...androidIcons(mark), ...iosIcons(mark)]) {
  const target = path.join(root, 'native', file)
  fs.mkdirSync(path.dirname(target), { recursive: true })
  if (typeof content === 'string') fs.writeFileSync(target, content)
  else {
    const picture = sharp(Buffer.from(content.svg), { density: (72 * content.size) / 64 }).resize(content.size)
    // The App Store refuses an icon that could be seen through.
    const drawn = content.opaque ? picture.flatten().removeAlpha() : picture
    await drawn.png({ compressionLevel: 9, palette: !content.opaque }).toFile(target)
  }
  console.info(file)
}
