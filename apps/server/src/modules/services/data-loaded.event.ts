import { defineEvent } from '#server/platform/events.ts'

/** A sync or an import has ended and may have changed the account's data. */
export const dataLoaded = defineEvent<{ readonly accountId: number }>('services.data-loaded')
