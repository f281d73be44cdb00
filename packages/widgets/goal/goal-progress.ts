import type { Formats } from '#charts/value-format.ts'
import type { Kpi, WidgetData } from '#contract/dashboards.ts'

type GoalData = NonNullable<WidgetData['goal']>

export interface GoalProgress {
  /** share of the target that is reached; may be more than 1 and less than 0 */
  readonly share: number
  /** what remains to reach; 0 when the goal is met */
  readonly remaining: number
  readonly verdict: 'met' | 'missed' | 'ahead' | 'behind'
}

const verdictOf = (share: number, { daysLeft, elapsed }: GoalData): GoalProgress['verdict'] => {
  if (share >= 1) return 'met'
  if (daysLeft === 0) return 'missed'
  return share >= elapsed ? 'ahead' : 'behind'
}

/** Progress compared with the share of the period that has passed. `value`: what is reached so far. */
export const goalProgress = (value: number, goal: GoalData): GoalProgress => {
  const share = value / goal.target
  return { share, remaining: Math.max(0, goal.target - value), verdict: verdictOf(share, goal) }
}

const VERDICTS: Readonly<Record<GoalProgress['verdict'], string>> = {
  met: 'Goal met',
  missed: 'Goal not met',
  ahead: 'On pace',
  behind: 'Behind pace',
}

const leftText = (daysLeft: number): string => {
  if (daysLeft === 0) return 'period is over'
  return daysLeft === 1 ? 'last day' : `${daysLeft} days left`
}

/** What is reached of a goal, in words. */
export const goalText = ({ value, format }: Pick<Kpi, 'value' | 'format'>, goal: GoalData, formats: Formats) => {
  const { share, remaining, verdict } = goalProgress(value ?? 0, goal)
  const left = remaining === 0 ? '' : `, ${formats.figure(remaining, format)} to go`
  return {
    share: formats.value(Math.max(0, share), 'percent'),
    target: formats.figure(goal.target, format),
    state: `${VERDICTS[verdict]}, ${leftText(goal.daysLeft)}${left}`,
  }
}
