import type { Formats } from '#charts/value-format.ts'
import type { Cell } from '#contract/reports.ts'
import type { SaveList, SaveListMember, SaveResult } from '#contract/save-list.ts'
import type { SaveAction, SaveAnswer } from '#domain/save-list.ts'
import { countOf, upperFirst } from '#domain/text.ts'
import { csvFile, csvLine } from '#web/app/csv.ts'

export const ACTION_LABELS: Readonly<Record<SaveAction | 'nothing', string>> = {
  called: 'Called',
  leftMessage: 'Left a message',
  offered: 'Made an offer',
  note: 'Note',
  nothing: 'Not contacted',
}

export const ANSWER_LABELS: Readonly<Record<SaveAnswer, string>> = {
  stays: 'Wants to stay',
  undecided: 'Undecided',
  leaves: 'Wants to leave',
}

/** Why a member may leave, as a sentence without its period. */
export const reasonsText = ({ reasons }: Pick<SaveListMember, 'reasons'>): string =>
  reasons.length === 0 ? 'No single reason stands out' : upperFirst(reasons.join(', '))

type Step = SaveListMember['steps'][number]

const isContact = ({ action }: Step): boolean => action !== 'note'

const lastContact = ({ steps }: Pick<SaveListMember, 'steps'>): Step | undefined => steps.find(isContact)

/** The last contact and its answer, such as "Called · Undecided". */
export const statusText = (member: Pick<SaveListMember, 'steps'>): string => {
  const last = lastContact(member)
  return last === undefined ? 'Not called' : stepText(last)
}

/** By the last contact and its answer. */
export const statusColor = (member: Pick<SaveListMember, 'steps'>): string => {
  const last = lastContact(member)
  if (last === undefined) return 'gray.5'
  return last.answer === null ? 'blue' : ANSWER_COLORS[last.answer]
}

const ANSWER_COLORS: Readonly<Record<SaveAnswer, string>> = { stays: 'green', undecided: 'yellow', leaves: 'red' }

/** Members, money, calls and answers, each on one line, such as "100 members · $17,240 at risk · 2 called · 1 wants to stay". */
export const listText = (members: readonly SaveListMember[], formats: Formats): string => {
  const contacts = members.map(lastContact).filter((last) => last !== undefined)
  const staying = contacts.filter(({ answer }) => answer === 'stays').length
  const atRisk = members.reduce((sum, { expectedLoss }) => sum + expectedLoss, 0)
  const parts = [countOf(members.length, 'member'), `${formats.figure(atRisk, 'currency')} at risk`]
  parts.push(`${contacts.length} called`)
  if (staying > 0) parts.push(`${staying} ${staying === 1 ? 'wants' : 'want'} to stay`)
  return parts.map((part) => part.replaceAll(' ', '\u00a0')).join('\u00a0· ')
}

export const stepText = ({ action, answer }: Step): string =>
  answer === null ? ACTION_LABELS[action] : `${ACTION_LABELS[action]} · ${ANSWER_LABELS[answer]}`

export const SHOWN = ['all', 'mine', 'open'] as const
export type Shown = (typeof SHOWN)[number]

/** The members of a filter: all, assigned to the user, or without any contact. */
export const shownMembers = (
  members: readonly SaveListMember[],
  shown: Shown,
  userId: string | undefined,
): readonly SaveListMember[] => {
  if (shown === 'all') return members
  return members.filter(({ assignee, steps }) =>
    shown === 'mine' ? assignee?.userId === userId : !steps.some(isContact),
  )
}

type Unranked = NonNullable<SaveList['unranked']>

/** Why there is no ranking, as title and text. */
export const unrankedTexts = ({ reason, cancellations, needed }: Unranked): { title: string; text: string } => {
  switch (reason) {
    case 'notAnalyzed':
      return {
        title: 'Not ranked yet',
        text: 'The list is made after your data is analyzed, within minutes of a sync.',
      }
    case 'oldData':
      return {
        title: 'No recent orders',
        text: 'Your last orders are over eight weeks old. Sync your data to rank members.',
      }
    case 'fewCancellations':
      return cancellations < needed
        ? {
            title: 'Not enough history yet',
            text: `The ranking learns from members who canceled. It needs ${needed} cancellations before the last six months to learn from; your data has ${cancellations}.`,
          }
        : {
            title: 'The ranking can’t be tested',
            text: 'Nobody canceled in the last six months, so there is nothing to test the ranking on.',
          }
    case 'inaccurate':
      return {
        title: 'The ranking isn’t accurate enough',
        text: 'Tested on the last six months, it didn’t predict well enough who canceled. It is tested again after each sync.',
      }
  }
}

/** Fewest members on each side of a comparison. */
const FEWEST = 30

/** What the list saved, with its uncertainty. */
export const resultText = (result: SaveResult | null, formats: Formats): string => {
  if (result === null) return 'Not measured. Leave some members out at random to see what calling changes.'
  const { listed, heldOut, difference, verdict, moneySaved } = result
  if (difference === null || verdict === 'tooFew')
    return `Too few to know: the three months have ended for ${listed.of} listed and ${heldOut.of} held-out members, and ${FEWEST} of each are needed.`
  const points = (share: number): string => formats.value(share * 100, 'number')
  const percent = ({ hits, of }: typeof listed): string => `${formats.value(hits / of, 'percent')} of ${of}`
  const compared = `${percent(listed)} listed members stayed, and ${percent(heldOut)} held out: a difference of ${points(difference.value)} points (95% interval ${points(difference.low)} to ${points(difference.high)})`
  if (moneySaved === null) return `Too few to know. ${compared}, which may be chance.`
  const money = (amount: number): string => formats.figure(amount, 'currency')
  return `${compared}, worth about ${money(moneySaved.value)} a year (${money(moneySaved.low)} to ${money(moneySaved.high)}).`
}

const CSV_COLUMNS: readonly (readonly [title: string, cell: (member: SaveListMember) => Cell])[] = [
  ['Member', ({ name }) => name],
  ['Club', ({ club }) => club],
  ['Reasons', reasonsText],
  ['Chance of canceling', ({ chance }) => Number(chance.toFixed(4))],
  ['Yearly value', ({ yearlyValue }) => yearlyValue],
  ['At risk', ({ expectedLoss }) => expectedLoss],
  ['Who calls', ({ assignee }) => assignee?.name ?? null],
  ['Status', statusText],
]

/** The listed members as a CSV file. */
export const membersCsv = (members: readonly SaveListMember[]): string =>
  csvFile([
    csvLine(CSV_COLUMNS.map(([title]) => title)),
    ...members.map((member) => csvLine(CSV_COLUMNS.map(([, cell]) => cell(member)))),
  ])
