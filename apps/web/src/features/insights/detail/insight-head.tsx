import { Button, Title } from '@mantine/core'
import { IconArrowBackUp, IconX } from '@tabler/icons-react'
import type { InsightDetail } from '#contract/insights.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { FeedbackButtons } from '../feedback-buttons.tsx'
import { InsightIcon } from '../insight-icon.tsx'
import { kindTitle } from '../insight-kinds.ts'
import { confidenceLabel } from '../insight-labels.ts'
import type { InsightChanges } from '../use-insight-changes.tsx'
import classes from './detail.module.css'

interface InsightHeadProps {
  readonly insight: InsightDetail
  readonly changes: InsightChanges
}

/** What happened, and the reader's feedback. */
export const InsightHead = ({ insight, changes: { dismiss, restore, answer } }: InsightHeadProps) => {
  const { insightId: id, kind, title, sentences, subject, period, stake, unusual, confidence, dismissed } = insight
  const formats = useFormats()
  const facts = [
    kindTitle(kind),
    ...(subject.kind === 'account' ? [] : [subject.label]),
    formats.range(period.from, period.until),
    ...(stake === null ? [] : [`About ${formats.figure(stake, 'currency')}`]),
    // The section on how unusual it is contains the confidence.
    ...(unusual === null ? [`Confidence: ${confidenceLabel(confidence).toLowerCase()}`] : []),
  ]
  return (
    <header className={classes.head} data-tone={insight.tone}>
      <div className={classes.titleLine}>
        <span className={classes.icon}>
          <InsightIcon kind={kind} />
        </span>
        <Title order={1}>{title}</Title>
      </div>
      <p className={classes.hint}>{facts.join(' · ')}</p>
      {sentences.map((sentence) => (
        <p key={sentence} className={classes.text}>
          {sentence}
        </p>
      ))}
      <div className={classes.tools}>
        <span className={classes.hint}>Was this useful?</span>
        <FeedbackButtons
          insight={insight}
          isBusy={answer.isPending}
          onAnswer={(useful) => answer.mutate({ id, useful })}
        />
        {dismissed ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            loading={restore.isPending}
            onClick={() => restore.mutate(id)}
          >
            Restore
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconX size={16} aria-hidden />}
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate(id)}
          >
            Dismiss
          </Button>
        )}
        {dismissed && <span className={classes.hint}>Dismissed. Similar insights are hidden for a while.</span>}
      </div>
    </header>
  )
}
