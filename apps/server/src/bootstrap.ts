import pino from 'pino'
import { DEMO_SIGN_IN, hasDemo } from '#server/modules/system/index.ts'
import { dataPaths, makeDataDirs } from './data-dir.ts'
import { openPostgres } from './db/open.ts'
import type { Env } from './env.ts'
import { loggingOptions } from './http/logging.ts'
import type { Logger } from './log.ts'
import type { RunningServer } from './server.ts'

/** A stop takes at most this long, whatever hangs. */
const STOP_LIMIT_MS = 10_000

/** The server from ownership of its data to its last line. */
export const startServer = async (env: Env): Promise<void> => {
  const log = pino(loggingOptions(env))
  endOnFaults(log)
  const paths = dataPaths(env.DATA_DIR)
  await makeDataDirs(paths)
  const postgres = await openPostgres({ env, paths, log, onOwnerLost: (error) => fatal(log, error) })
  let server: RunningServer | null = null
  endOnSignals(log, async () => {
    await server?.close()
    await postgres.close()
  })
  try {
    // The rest is loaded only now, so a second server on the same data says so at once.
    const { serve } = await import('./server.ts')
    server = await serve({ env, paths, log, connection: postgres.connection })
  } catch (error) {
    await postgres.close()
    throw error
  }
  announce(env, server)
}

const announce = (env: Env, { publicUrl }: RunningServer): void => {
  const lines = [`Cuvee is ready at ${publicUrl}`]
  if (hasDemo(env)) lines.push(`Demo sign-in: ${DEMO_SIGN_IN.email} / ${DEMO_SIGN_IN.password}`)
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}

const fatal = (log: Logger, error: unknown): void => {
  log.fatal({ err: error }, 'the server cannot go on')
  process.exit(1)
}

/** After a fault nobody caught, nothing in memory can be trusted: the supervisor starts a fresh process. */
const endOnFaults = (log: Logger): void => {
  process.on('uncaughtException', (error) => fatal(log, error))
  process.on('unhandledRejection', (error) => fatal(log, error))
}

// One Ctrl+C arrives several times: from the terminal, from npm, from the start script. Only a later one means impatience.
const ECHO_MS = 2_000

const endOnSignals = (log: Logger, stop: () => Promise<void>): void => {
  let stoppingSince: number | null = null
  const onSignal = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > ECHO_MS) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info({ signal }, 'stopping')
    setTimeout(() => fatal(log, new Error('the stop took too long')), STOP_LIMIT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => fatal(log, error),
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
