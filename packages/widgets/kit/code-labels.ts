import type { Cell } from '#contract/reports.ts'

type Labels = Readonly<Record<string, string>>

const CHANNEL: Labels = {
  pos: 'Tasting room',
  web: 'Web',
  club: 'Club',
  phone: 'Phone',
  event: 'Event',
  reservation: 'Reservation',
  marketplace: 'Marketplace',
  wholesale: 'Wholesale',
  other: 'Other',
}

const STANDING: Labels = { active: 'Active', on_hold: 'On hold', cancelled: 'Cancelled', other: 'Other' }

const SEGMENT: Labels = { member: 'Member', former_member: 'Former member', never: 'Never a member' }

/** What the codes of a column are called. */
const CODES: Readonly<Record<string, Labels>> = {
  channel: CHANNEL,
  standing: STANDING,
  status: STANDING,
  segment: SEGMENT,
}

/** What a row without a value in the column is called. */
const NOTHING: Labels = {
  channel: 'No channel',
  teamMember: 'No team member',
  experience: 'No experience',
  clubName: 'No club',
  cancellationReason: 'No reason given',
  segment: 'Unknown',
  standing: 'Unknown',
}

/** The name of a dimension's cell in a winery's words; text that is no code is its own name. */
export const labelOf = (columnId: string, cell: Cell | undefined): string => {
  if (cell === null || cell === undefined || cell === '') return NOTHING[columnId] ?? 'None'
  const text = String(cell)
  return CODES[columnId]?.[text] ?? text
}

const CHANNEL_ORDER = Object.keys(CHANNEL)

/** The colour of a channel is the same in every tile; the two rarest share the last. */
export const channelColor = (channel: string): number => {
  const place = CHANNEL_ORDER.indexOf(channel)
  return place < 0 ? 7 : Math.min(place, 7)
}

/** Channels in their fixed order, unknown ones last. */
export const byChannelOrder = (a: string, b: string): number => {
  const place = (channel: string): number => {
    const found = CHANNEL_ORDER.indexOf(channel)
    return found < 0 ? CHANNEL_ORDER.length : found
  }
  return place(a) - place(b) || a.localeCompare(b)
}
