import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Failure, fail } from '#contract/errors.ts'
import { childEnvironment } from '#server/platform/child-environment.ts'
import { Slots } from '#warehouse/scheduling/slots.ts'

type PictureFormat = 'jpeg' | 'png' | 'webp'

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const JPEG = [0xff, 0xd8, 0xff]

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  signature.every((byte, index) => bytes[index] === byte)

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

const MAX_MS = 20_000
const MEBIBYTE = 1_048_576
/** A picture with the most pixels takes about half of it in any format. */
const MAX_BYTES = 512 * MEBIBYTE
const MAX_HEAP_MB = 64
const RETRY_AFTER_SECONDS = 5

/** Edge in pixels that each size fills (photos) or fits into (logos). */
const SHAPES = {
  photo: { large: 512, small: 96, fit: 'cover' },
  logo: { large: 800, small: 160, fit: 'inside' },
} as const
type PictureKind = keyof typeof SHAPES

export type PictureSizes = Readonly<Record<'large' | 'small', Buffer>>

/** Renders uploaded files as the pictures that are shown. */
export interface PictureMaker {
  /**
   * Both sizes re-encoded as WebP, upright and without metadata.
   *
   * @throws Failure `picture.unsupported`, `picture.too_many_pixels`, `picture.too_complex`, `warehouse.busy` when the queue is full
   */
  make(accountId: number, kind: PictureKind, sent: Uint8Array, signal: AbortSignal): Promise<PictureSizes>
}

interface PictureLimits {
  /** time for one picture in milliseconds; default 20 s */
  readonly maxMs?: number
  /** memory for one picture in bytes, with what the process itself needs; default 512 MiB */
  readonly maxBytes?: number
}

/** Decodes one picture at a time, each in a process of its own that ends above its limits of memory and time. */
export const createPictureMaker = ({ maxMs = MAX_MS, maxBytes = MAX_BYTES }: PictureLimits = {}): PictureMaker => {
  const slots = new Slots({ inTotal: 1, perAccount: 1, waitingPerAccount: 8, maxWaitMs: 15_000 })
  return {
    make: async (accountId, kind, sent, signal) => {
      if (pictureFormat(sent) === null || isPolyglot(sent)) throw fail('picture.unsupported')
      const release = await slots.acquire(accountId, signal)
      try {
        return splitSizes(await runDecoder({ kind, sent, signal, maxMs, maxBytes }))
      } finally {
        release()
      }
    },
  }
}

interface Decoding extends Required<PictureLimits> {
  readonly kind: PictureKind
  readonly sent: Uint8Array
  readonly signal: AbortSignal
}

const DECODER = fileURLToPath(new URL('./make-picture.worker.ts', import.meta.url))

/** Resolves with the output of the process. */
const runDecoder = ({ kind, sent, signal, maxMs, maxBytes }: Decoding): Promise<Buffer> => {
  const { large, small, fit } = SHAPES[kind]
  const options = [`--max-old-space-size=${MAX_HEAP_MB}`, DECODER, large, small, fit, maxBytes].map(String)
  return new Promise((resolve, reject) => {
    const decoder = spawn(process.execPath, options, {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: childEnvironment(),
      timeout: maxMs,
      killSignal: 'SIGKILL',
      signal,
    })
    const output: Buffer[] = []
    decoder.stdout.on('data', (bytes: Buffer) => output.push(bytes))
    // The process may end before it has read everything.
    decoder.stdin.on('error', () => undefined)
    decoder.once('error', (cause) =>
      reject(signal.aborted ? signal.reason : fail('server.busy', { cause, retryAfter: RETRY_AFTER_SECONDS })),
    )
    decoder.once('close', (code) => (code === 0 ? resolve(Buffer.concat(output)) : reject(failureOf(code))))
    decoder.stdin.end(sent)
  })
}

const TOO_MANY_PIXELS = 4

/** @param code exit code; null: the process was killed for its limits */
const failureOf = (code: number | null): Failure => {
  if (code === null) return fail('picture.too_complex')
  return fail(code === TOO_MANY_PIXELS ? 'picture.too_many_pixels' : 'picture.unsupported')
}

const LENGTH_BYTES = 4

const splitSizes = (output: Buffer): PictureSizes => {
  const end = LENGTH_BYTES + output.readUInt32BE(0)
  return { large: output.subarray(LENGTH_BYTES, end), small: output.subarray(end) }
}
