// A process of its own for one picture, because fonts are chosen once per process. Reads SVG from standard input and writes PNG to
// standard output.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

sharp.concurrency(1)
process.stdout.write(
  await sharp(await buffer(process.stdin))
    .png({ palette: true })
    .toBuffer(),
)
