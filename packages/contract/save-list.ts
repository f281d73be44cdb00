import { z } from 'zod'
import { HOLDOUT_PERCENTS, SAVE_ACTIONS, SAVE_ANSWERS } from '#domain/save-list.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, LocalDay, Nothing } from './fields.ts'

/** A share of members that stayed. */
const Stayed = z.object({ hits: z.number().int(), of: z.number().int() })

/** `nothing`: no contact. The bounds are of the share that stayed. */
const StayedByAction = Stayed.extend({
  action: z.enum([...SAVE_ACTIONS, 'nothing']),
  low: z.number(),
  high: z.number(),
})
export type StayedByAction = z.infer<typeof StayedByAction>

/** A value with its 95 % interval. */
const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number() })

const Step = z.object({
  id: z.string(),
  action: z.enum(SAVE_ACTIONS),
  answer: z.enum(SAVE_ANSWERS).nullable(),
  note: z.string().nullable(),
  utc: Instant,
  /** null: removed since */
  userName: z.string().nullable(),
})

export const SaveListMember = z.object({
  id: z.string(),
  name: z.string(),
  /** the customer's page */
  address: z.string(),
  club: z.string(),
  /** net sales of the customer in the 365 days before the ranking, club orders included; major units */
  yearlyValue: z.number(),
  /** of canceling within three months of the ranking, 0 to 1 */
  chance: z.number(),
  /** chance × yearly value; major units */
  expectedLoss: z.number(),
  reasons: z.array(z.string()),
  /** first day after the member's three months on the list */
  endsOn: LocalDay,
  assignee: z.object({ userId: z.string(), name: z.string() }).nullable(),
  /** newest first */
  steps: z.array(Step),
})
export type SaveListMember = z.infer<typeof SaveListMember>

/** How right the ranking was in held-out months, each member's month counted once. */
export const RankingAccuracy = z.object({
  /** first of the held-out months, and the first day after them */
  from: LocalDay,
  until: LocalDay,
  cancellations: z.number().int(),
  /** actual ÷ predicted cancellations */
  calibration: z.number(),
  /** share of pairs of a month with a cancellation and one without that it ranked in order */
  concordance: z.number(),
  /** the same for days since the last visit or order outside the club, else since joining */
  recencyConcordance: z.number(),
  /** fifths of the members' months in ascending order of predicted risk, equal ones together; `predicted`: mean chance of canceling in the month */
  bands: z.array(z.object({ members: z.number().int(), predicted: z.number(), canceled: z.number() })).readonly(),
})
export type RankingAccuracy = z.infer<typeof RankingAccuracy>

export const SaveResult = z.object({
  /** percent of the members who were held out */
  percent: z.number().int(),
  listed: Stayed,
  heldOut: Stayed,
  /** share of listed members that stayed less that of held-out ones; null: nobody's three months have ended on one of the sides */
  difference: Estimate.nullable(),
  /** tooFew: fewer than 30 on a side; unclear: the interval contains 0 */
  verdict: z.enum(['tooFew', 'unclear', 'known']),
  /** difference × yearly value of the listed members, in major units a year; null unless known */
  moneySaved: Estimate.nullable(),
})
export type SaveResult = z.infer<typeof SaveResult>

export const SaveList = z.object({
  /** why there is no ranking; null: there is one */
  unranked: z
    .object({
      reason: z.enum(['notAnalyzed', 'oldData', 'fewCancellations', 'inaccurate']),
      /** before the held-out months */
      cancellations: z.number().int(),
      needed: z.number().int(),
    })
    .nullable(),
  /** by descending expected loss */
  members: z.array(SaveListMember),
  /** percent of the members who enter that are left out at random; 0: none */
  holdoutPercent: z.number().int(),
  /** members who are held out now */
  heldOut: z.number().int(),
  accuracy: RankingAccuracy.nullable(),
  /** null without a holdout */
  result: SaveResult.nullable(),
  /** listed members whose three months have ended, by what was done */
  stayedByAction: z.array(StayedByAction),
})
export type SaveList = z.infer<typeof SaveList>

export const SaveStepInput = z.object({
  action: z.enum(SAVE_ACTIONS),
  answer: z.enum(SAVE_ANSWERS).nullable().default(null),
  note: z.string().trim().min(1).max(500).nullable().default(null),
})
export type SaveStepInput = z.input<typeof SaveStepInput>

export const saveList = {
  get: endpoint('GET /save-list', 'Club members to call before they cancel, what it saved, and how accurate it is', {
    access: 'reports',
  }).output(SaveList),
  /** null: nobody */
  assign: endpoint('PUT /save-list/{id}/assignee', 'Say who calls a member; without the right to share, only oneself', {
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Assigned a member of the save list' },
    sample: { body: { userId: null } },
  })
    .input(z.object({ id: Id, userId: Id.nullable() }))
    .output(Nothing),
  addStep: endpoint('POST /save-list/{id}/steps', 'Log what was done to keep a member', {
    access: 'reports',
    keys: 'personal',
    successStatus: 201,
    audit: { area: 'insights', label: 'Logged a step of the save list' },
    sample: { body: { action: 'called' } },
  })
    .input(SaveStepInput.extend({ id: Id }))
    .output(Nothing),
  takeBack: endpoint('DELETE /save-list/{id}/steps', 'Take back what the caller logged last for a member', {
    access: 'reports',
    keys: 'personal',
    audit: { area: 'insights', label: 'Took back a step of the save list' },
  })
    .input(z.object({ id: Id }))
    .output(Nothing),
  setHoldout: endpoint('PUT /save-list/holdout', 'Set the share of members that the save list leaves out at random', {
    access: 'administration',
    audit: { area: 'insights', label: 'Changed the holdout of the save list' },
    sample: { body: { percent: 20 } },
  })
    .input(z.object({ percent: z.literal(HOLDOUT_PERCENTS) }))
    .output(Nothing),
}
