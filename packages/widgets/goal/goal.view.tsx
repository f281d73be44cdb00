import { useFormats } from '#ui/formats-context.tsx'
import { KpiNumber } from '#ui/kpi-number.tsx'
import type { WidgetView, WidgetViewProps } from '../kit/widget-view.ts'
import classes from './goal.module.css'
import { goalProgress, goalText } from './goal-progress.ts'

/** What is reached of a goal, with a bar whose mark is the share of the period that has passed. */
const GoalView = ({ data: { kpis, goal }, box }: WidgetViewProps) => {
  const formats = useFormats()
  const [kpi] = kpis
  if (kpi === undefined || goal === undefined) return null
  const { share } = goalProgress(kpi.value ?? 0, goal)
  const text = goalText(kpi, goal, formats)
  return (
    <div className={classes.goal}>
      <KpiNumber kpi={kpi} size="hero" room={box.width} comparedWith={null} />
      <div className={classes.track} aria-hidden>
        <div className={classes.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
        {goal.daysLeft === 0 ? null : <div className={classes.pace} style={{ left: `${goal.elapsed * 100}%` }} />}
      </div>
      <p className={classes.line}>
        <span>
          <strong>{text.share}</strong> of {text.target}
        </span>
        <span>{text.state}</span>
      </p>
    </div>
  )
}

export const view: WidgetView = { View: GoalView, skeleton: 'numbers', frame: 'titled' }
