import sharp from 'sharp'
import { fail } from '#contract/errors.ts'
import { CallSlots } from '#warehouse/duckdb/call-slots.ts'

type PictureFormat = 'jpeg' | 'png' | 'webp'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, place) => bytes[place] === byte)

const latin1 = (bytes: Uint8Array, from: number, until: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', Math.max(0, from), until)

/** The format of a file by its first bytes; null: unsupported. */
const pictureFormat = (bytes: Uint8Array): PictureFormat | null => {
  if (startsWith(bytes, PNG)) return 'png'
  if (startsWith(bytes, JPEG)) return 'jpeg'
  return latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP' ? 'webp' : null
}

const MARKUP = /<(?:script|!doctype|html|svg|\?php)[\s>/]/i
/** PDF readers search this many bytes for the signature. */
const PDF_HEAD = 1024
/** Maximum size of a zip file's end record with its comment. */
const ZIP_TAIL = 65_557

/** Whether a picture is also valid as markup, a script, a PDF or an archive. */
const isPolyglot = (bytes: Uint8Array): boolean =>
  latin1(bytes, 0, PDF_HEAD).includes('%PDF-') ||
  latin1(bytes, bytes.length - ZIP_TAIL, bytes.length).includes('PK\x05\x06') ||
  MARKUP.test(latin1(bytes, 0, bytes.length))

/** 10,000 × 10,000, to limit memory and time. */
const MAX_PIXELS = 100_000_000
const MAX_SECONDS = 20
const QUALITY = 84

/** Edge in pixels that each size fills (photos) or fits into (logos). */
const SHAPES = {
  photo: { large: 512, small: 96, fit: 'cover' },
  logo: { large: 800, small: 160, fit: 'inside' },
} as const
export type PictureKind = keyof typeof SHAPES

export type PictureSizes = Readonly<Record<'large' | 'small', Buffer>>

/** Renders uploaded files as the pictures that are shown. */
export interface PictureMaker {
  /**
   * Both sizes re-encoded as WebP, upright and without metadata.
   *
   * @throws Failure `picture.unsupported`, `picture.too_many_pixels`, `warehouse.busy` when the queue is full
   */
  make(accountId: number, kind: PictureKind, sent: Uint8Array, signal: AbortSignal): Promise<PictureSizes>
}

export const createPictureMaker = (): PictureMaker => {
  // Libvips would use a thread per core and cache decoded pictures, which would slow down queries.
  sharp.concurrency(1)
  sharp.cache(false)
  const slots = new CallSlots({ maxCalls: 2, maxPerAccount: 1, maxWaitingPerAccount: 8, maxWaitMs: 15_000 })
  return {
    make: async (accountId, kind, sent, signal) => {
      if (pictureFormat(sent) === null || isPolyglot(sent)) throw fail('picture.unsupported')
      const release = await slots.acquire(accountId, signal)
      try {
        await assertPixelCount(sent)
        const { large, small, fit } = SHAPES[kind]
        return { large: await resize(sent, large, fit), small: await resize(sent, small, fit) }
      } finally {
        release()
      }
    },
  }
}

/** Reads only the header, without decoding. */
const assertPixelCount = async (sent: Uint8Array): Promise<void> => {
  const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata().catch(rejectPicture)
  if (width * height > MAX_PIXELS) throw fail('picture.too_many_pixels')
}

const resize = (sent: Uint8Array, edge: number, fit: 'cover' | 'inside'): Promise<Buffer> =>
  sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(edge, edge, { fit, withoutEnlargement: fit === 'inside' })
    .timeout({ seconds: MAX_SECONDS })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(rejectPicture)

const rejectPicture = (cause: unknown): never => {
  throw fail('picture.unsupported', { cause })
}
