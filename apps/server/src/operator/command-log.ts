import pino from 'pino'
import { isBeingStopped } from '#server/platform/at-stop.ts'
import type { Logger } from '#server/runtime.ts'

/** The log of an operator command: errors, on standard error. */
export const commandLog = (): Logger =>
  pino(
    {
      level: 'error',
      hooks: {
        logMethod(args, method) {
          if (!isBeingStopped()) method.apply(this, args)
        },
      },
    },
    pino.destination(2),
  )
