import pino from 'pino'
import { assertRestored, dataPaths, makeDataDirs } from './data-dir.ts'
import { openPostgres } from './db/open.ts'
import { BadSetting, DEMO_SIGN_IN, type Env, hasDemo, readEnv } from './env.ts'
import { loggingOptions } from './http/logging.ts'
import { type Logger, StartFailure } from './runtime.ts'
import type { RunningServer } from './server.ts'

/** The longest time that a shutdown may take. */
const STOP_LIMIT_MS = 10_000

/** Takes ownership of the data directory, starts the server and installs its shutdown handlers. */
const startServer = async (env: Env): Promise<void> => {
  const log = pino(loggingOptions(env))
  exitOnErrors(log)
  const paths = dataPaths(env.DATA_DIR)
  assertRestored(paths)
  await makeDataDirs(paths)
  const isShared = env.ROLE !== 'all'
  const postgres = await openPostgres({ env, paths, log, isShared, onOwnerLost: (error) => fatal(log, error) })
  let server: RunningServer | null = null
  stopOnSignals(log, async () => {
    await server?.close()
    await postgres.close()
  })
  try {
    // Loaded only now, so that a second server on the same data fails fast.
    const { serve } = await import('./server.ts')
    server = await serve({ env, paths, log, connection: postgres.connection })
  } catch (error) {
    await postgres.close()
    throw error
  }
  announce(env, server)
}

const announce = (env: Env, { publicUrl, outboxUrl }: RunningServer): void => {
  const lines = [`Cuvee is ready at ${publicUrl}`]
  if (hasDemo(env)) lines.push(`Demo sign-in: ${DEMO_SIGN_IN.email} / ${DEMO_SIGN_IN.password}`)
  if (outboxUrl !== null) lines.push(`Outbox: ${outboxUrl}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

const fatal = (log: Logger, error: unknown): void => {
  log.fatal({ err: error }, 'fatal error, exiting')
  process.exit(1)
}

/** After an uncaught error the state in memory is unreliable: exit, and let the supervisor start a new process. */
const exitOnErrors = (log: Logger): void => {
  process.on('uncaughtException', (error) => fatal(log, error))
  process.on('unhandledRejection', (error) => fatal(log, error))
}

// One Ctrl+C arrives several times: from the terminal, npm and the start script. Only a later one forces the exit.
const REPEATED_SIGNAL_MS = 2_000

const stopOnSignals = (log: Logger, stop: () => Promise<void>): void => {
  let stoppingSince: number | null = null
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > REPEATED_SIGNAL_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => fatal(log, new Error('shutdown timed out')), STOP_LIMIT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => fatal(log, error),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

const inFull = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

try {
  await startServer(readEnv())
} catch (error) {
  const isExpected = error instanceof StartFailure || error instanceof BadSetting
  process.stderr.write(isExpected ? `Cuvee cannot start: ${error.message}\n` : `Cuvee cannot start: ${inFull(error)}\n`)
  process.exit(1)
}
