// A process of its own for one picture: what its decoder uses or breaks ends with it. Reads the file from standard input and writes
// the length of the large picture (4 bytes), the large and the small picture to standard output.
import { writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** Exit codes besides 0. */
const UNSUPPORTED = 3
const TOO_MANY_PIXELS = 4

const MAX_PIXELS = 25_000_000
const QUALITY = 84
const MEMORY_CHECK_MS = 15

const [large, small, fit, maxBytes] = process.argv.slice(2)

/** The decoder allocates outside of the JavaScript heap, on threads that leave this one free to watch. */
const limitMemory = (): void => {
  const check = () => {
    if (process.memoryUsage.rss() > Number(maxBytes)) process.kill(process.pid, 'SIGKILL')
  }
  setInterval(check, MEMORY_CHECK_MS).unref()
  try {
    // When the computer is out of memory, Linux ends this process and not the server.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not on Linux, or not allowed: the limit above still holds.
  }
}

const resize = (sent: Buffer, edge: number): Promise<Buffer> =>
  sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(edge, edge, { fit: fit === 'cover' ? 'cover' : 'inside', withoutEnlargement: fit === 'inside' })
    .webp({ quality: QUALITY })
    .toBuffer()

const makePicture = async (sent: Buffer): Promise<void> => {
  // Reads only the header.
  const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata()
  if (width * height > MAX_PIXELS) {
    process.exitCode = TOO_MANY_PIXELS
    return
  }
  const made = [await resize(sent, Number(large)), await resize(sent, Number(small))]
  const length = Buffer.alloc(4)
  length.writeUInt32BE(made[0]?.length ?? 0)
  process.stdout.write(Buffer.concat([length, ...made]))
}

limitMemory()
sharp.concurrency(1)
sharp.cache(false)
await makePicture(await buffer(process.stdin)).catch(() => {
  process.exitCode = UNSUPPORTED
})
