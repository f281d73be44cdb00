import type { MemberRisk, RiskReason } from './risk-model.ts'

/** A customer who may be called, with the membership that is most at risk. */
export interface SaveCandidate {
  readonly membershipId: string
  readonly customerId: string
  readonly club: string
  /** of canceling within the forecast horizon, 0 to 1 */
  readonly chance: number
  /** largest effect first */
  readonly reasons: readonly RiskReason['factor'][]
  /** the customer's net sales of the last 365 days, club orders included; minor units */
  readonly yearlyValue: number
}

/** What the winery loses on average, minor units: the chance of canceling × the yearly value. */
export const expectedLoss = ({ chance, yearlyValue }: Pick<SaveCandidate, 'chance' | 'yearlyValue'>): number =>
  Math.round(chance * yearlyValue)

interface Customers {
  /** customer by membership */
  readonly customerOf: ReadonlyMap<string, string>
  /** minor units by customer */
  readonly yearlySales: ReadonlyMap<string, number>
}

/** Customers by descending expected loss, each once; without those who bought nothing in the year or are not on record. */
export const saveCandidates = (
  members: readonly MemberRisk[],
  { customerOf, yearlySales }: Customers,
): SaveCandidate[] => {
  const candidates = new Map<string, SaveCandidate>()
  for (const { membershipId, club, chance, reasons } of members) {
    const customerId = customerOf.get(membershipId)
    const yearlyValue = yearlySales.get(customerId ?? '') ?? 0
    if (customerId === undefined || yearlyValue <= 0) continue
    if (chance <= (candidates.get(customerId)?.chance ?? -1)) continue
    const factors = reasons.map(({ factor }) => factor)
    candidates.set(customerId, { membershipId, customerId, club, chance, reasons: factors, yearlyValue })
  }
  return [...candidates.values()].toSorted((a, b) => expectedLoss(b) - expectedLoss(a))
}
