import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '#server/platform/child-environment.ts'
import { FONT_SETTINGS } from '#server/platform/fonts/fonts.ts'

/** A dashboard takes about one second. */
const MAX_MS = 20_000
const MAX_HEAP_MB = 64
const WORKER = fileURLToPath(new URL('./rasterize.worker.ts', import.meta.url))

/** SVG as PNG, drawn by a process of its own with the fonts of the server. Rejects after `maxMs`, and when the signal aborts. */
export const rasterize = (svg: string, signal: AbortSignal, maxMs = MAX_MS): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const worker = spawn(process.execPath, [`--max-old-space-size=${MAX_HEAP_MB}`, WORKER], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...childEnvironment(), FONTCONFIG_FILE: FONT_SETTINGS },
      timeout: maxMs,
      killSignal: 'SIGKILL',
      signal,
    })
    const output: Buffer[] = []
    worker.stdout.on('data', (bytes: Buffer) => output.push(bytes))
    // The process may end before it has read everything.
    worker.stdin.on('error', () => undefined)
    worker.once('error', (cause) => reject(signal.aborted ? signal.reason : cause))
    worker.once('close', (code) =>
      code === 0 ? resolve(Buffer.concat(output)) : reject(new Error('The picture could not be drawn in time')),
    )
    worker.stdin.end(svg)
  })
