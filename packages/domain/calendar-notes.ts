/** What a calendar note is about. */
export const NOTE_KINDS = ['closure', 'event', 'campaign', 'release', 'holiday', 'other'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export const NOTE_KIND_LABELS: Readonly<Record<NoteKind, string>> = {
  closure: 'Closure',
  event: 'Event',
  campaign: 'Campaign',
  release: 'Club release',
  holiday: 'Holiday',
  other: 'Other',
}

/** Where a note comes from: written by a user, a club release or campaign of the account's data, or the holidays that Cuvee knows. */
export const NOTE_SOURCES = ['manual', 'release', 'campaign', 'holiday'] as const
