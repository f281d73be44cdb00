import { config } from 'zod/v4/core'

// Otherwise zod probes `new Function`, which the content security policy blocks and reports.
config({ jitless: true })
