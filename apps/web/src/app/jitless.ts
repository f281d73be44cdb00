import { config } from 'zod/v4/core'

// zod tries `new Function` otherwise, which the content policy forbids and reports.
config({ jitless: true })
