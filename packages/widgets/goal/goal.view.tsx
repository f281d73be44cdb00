import type { WidgetData } from '#contract/dashboards.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { KpiNumber } from '#ui/kpi-number.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import classes from './goal.module.css'

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

/** What is reached of a goal, with a bar whose mark is the share of the period that has passed. */
const GoalView = ({ data: { kpis, goal }, box }: WidgetViewProps) => {
  const formats = useFormats()
  const [kpi] = kpis
  if (kpi === undefined || goal === undefined) return null
  const { share, remaining, verdict } = goalProgress(kpi.value ?? 0, goal)
  const shareText = formats.value(Math.max(0, share), 'percent')
  const target = formats.figure(goal.target, kpi.format)
  return (
    <div className={classes.goal}>
      <KpiNumber kpi={kpi} size="hero" room={box.width} comparedWith={null} />
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
        {goal.daysLeft === 0 ? null : <div className={classes.pace} style={{ left: `${goal.elapsed * 100}%` }} />}
      </div>
      <p className={classes.line}>
        <span>
          <strong>{shareText}</strong> of {target}
        </span>
        <span>
          {VERDICTS[verdict]}, {leftText(goal.daysLeft)}
          {remaining === 0 ? '' : `, ${formats.figure(remaining, kpi.format)} to go`}
        </span>
      </p>
    </div>
  )
}

export const view: WidgetView = { View: GoalView, skeleton: 'numbers', frame: 'titled' }

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
