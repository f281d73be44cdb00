import sharp from 'sharp'
import { fail } from '#contract/errors.ts'
import { CallSlots } from '#warehouse/duckdb/call-slots.ts'
import { isPolyglot, pictureFormat } from './picture-format.ts'

/** More would cost more memory and time than any photo needs; 10,000 × 10,000. */
const MAX_PIXELS = 100_000_000
const MAX_SECONDS = 20
const QUALITY = 84

/** Pixels that each size fills (photos) or fits into (logos). */
const SHAPES = {
  photo: { large: 512, small: 96, fit: 'cover' },
  logo: { large: 800, small: 160, fit: 'inside' },
} as const
export type PictureKind = keyof typeof SHAPES

export type PictureSizes = Readonly<Record<'large' | 'small', Buffer>>

/** Makes the pictures that are shown of the files that people send. */
export interface PictureMaker {
  /**
   * Both sizes as WebP, upright, without any metadata: nothing of the sent bytes is kept.
   *
   * @throws Failure `picture.unsupported`, `picture.too_many_pixels`, `warehouse.busy` when too many wait
   */
  make(accountId: number, kind: PictureKind, sent: Uint8Array, signal: AbortSignal): Promise<PictureSizes>
}

export const createPictureMaker = (): PictureMaker => {
  // Libvips takes a thread a core for one picture and keeps what it decoded: not beside the answers to questions.
  sharp.concurrency(1)
  sharp.cache(false)
  const slots = new CallSlots({ maxCalls: 2, maxPerAccount: 1, maxWaitingPerAccount: 8, maxWaitMs: 15_000 })
  return {
    make: async (accountId, kind, sent, signal) => {
      if (pictureFormat(sent) === null || isPolyglot(sent)) throw fail('picture.unsupported')
      const release = await slots.acquire(accountId, signal)
      try {
        await demandPixels(sent)
        const { large, small, fit } = SHAPES[kind]
        return { large: await sized(sent, large, fit), small: await sized(sent, small, fit) }
      } finally {
        release()
      }
    },
  }
}

/** Read from the head alone: nothing is decoded yet. */
const demandPixels = async (sent: Uint8Array): Promise<void> => {
  const { width, height } = await sharp(sent, { limitInputPixels: false }).metadata().catch(refuse)
  if (width * height > MAX_PIXELS) throw fail('picture.too_many_pixels')
}

const sized = (sent: Uint8Array, edge: number, fit: 'cover' | 'inside'): Promise<Buffer> =>
  sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(edge, edge, { fit, withoutEnlargement: fit === 'inside' })
    .timeout({ seconds: MAX_SECONDS })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(refuse)

const refuse = (cause: unknown): never => {
  throw fail('picture.unsupported', { cause })
}
