import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { InsightSummary } from '#contract/insights.ts'
import { ForecastSparkline } from '#ui/forecast-chart.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { UnreadDot } from '#web/app/unread-dot.tsx'
import { InsightIcon } from './insight-kinds.tsx'
import { chartPoints, insightFacts, markedRange, progressFacts } from './insight-labels.ts'
import { InsightMenu } from './insight-menu.tsx'
import classes from './insights.module.css'
import { type InsightsView, writeInsightsAddress } from './insights-address.ts'
import type { InsightChanges } from './use-insight-changes.tsx'
import { useOutcome } from './use-progress-changes.tsx'

/** Marks the link of a card; its value is the insight's id. */
export const CARD_ATTRIBUTE = 'data-insight'

interface InsightCardProps {
  readonly insight: InsightSummary
  /** of the list, for the way back */
  readonly view: InsightsView
  readonly isBusy: boolean
  readonly changes: InsightChanges
  readonly onDismiss: (id: string) => void
  readonly onRestore: (id: string) => void
}

/** An insight in the list: what happened, when, and the money at stake. */
export const InsightCard = ({ view, ...props }: InsightCardProps) => {
  const { insight } = props
  const { insightId: id, title, summary, read, tone } = insight
  return (
    <li className={classes.card} data-unread={!read || undefined} data-tone={tone}>
      <span className={classes.icon}>
        <InsightIcon kind={insight.kind} />
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>
          {!read && <UnreadDot />}
          <Link
            to="/ai/insights/$id"
            params={{ id }}
            search={writeInsightsAddress(view)}
            className={classes.open}
            {...{ [CARD_ATTRIBUTE]: id }}
          >
            {title}
          </Link>
        </h2>
        <p className={classes.summary}>{summary}</p>
        <CardFacts insight={insight} />
      </div>
      <CardPicture insight={insight} />
      <div className={classes.tools}>
        <CardTools {...props} />
      </div>
    </li>
  )
}

type CardToolsProps = Omit<InsightCardProps, 'view'>

const CardTools = ({ insight, isBusy, changes, onDismiss, onRestore }: CardToolsProps) => {
  const { insightId: id, title, dismissed } = insight
  const reason = usePlanLock()
  const answer = dismissed ? onRestore : onDismiss
  return (
    <>
      <Tooltip label={reason ?? (dismissed ? 'Restore' : 'Dismiss')}>
        <ActionIcon
          size={36}
          aria-label={`${dismissed ? 'Restore' : 'Dismiss'}: ${title}`}
          disabled={isBusy}
          data-disabled={reason !== null}
          aria-disabled={reason !== null}
          onClick={() => (reason === null ? answer(id) : undefined)}
        >
          {dismissed ? <IconArrowBackUp size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
        </ActionIcon>
      </Tooltip>
      <InsightMenu insight={insight} changes={changes} />
    </>
  )
}

const CardFacts = ({ insight }: { insight: InsightSummary }) => {
  const outcome = useOutcome(insight)
  const formats = useFormats()
  return (
    <ul className={classes.facts}>
      {insightFacts(insight, insight.summary, formats).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
      {outcome !== null && (
        <li className={classes.outcome} data-good={outcome.amount > 0 || undefined}>
          {outcome.text}
        </li>
      )}
      {progressFacts(insight.progress, formats).map((fact) => (
        <li key={fact} className={classes.progress}>
          {fact}
        </li>
      ))}
    </ul>
  )
}

/** Pixels of the sparkline next to the text. */
const PICTURE = { width: 132, height: 44 }

const CardPicture = ({ insight: { picture } }: { insight: InsightSummary }) => {
  const points = useMemo(() => chartPoints(picture), [picture])
  const marked = useMemo(() => markedRange(picture), [picture])
  if (picture.length < 2) return null
  return (
    <div className={classes.picture}>
      <ForecastSparkline points={points} marked={marked} {...PICTURE} />
    </div>
  )
}
