import { Skeleton, Text } from '@mantine/core'
import { IconPencil, IconPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Understood } from '#contract/ask.ts'
import type { ReportResult } from '#contract/reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import type { PinSubject } from '#web/features/pin/pin-subject.ts'
import { usePin } from '../pin/pin-button.tsx'
import { AnswerFigure } from './answer-figure.tsx'
import { AnswerForecast } from './answer-forecast.tsx'
import { AnswerRows } from './answer-rows.tsx'
import { answerSentence } from './answer-sentence.ts'
import classes from './ask.module.css'
import { PaletteAction } from './palette-action.tsx'
import { builderAddress } from './question-address.ts'

/** Rows of a report shown in an answer. */
const SHOWN_ROWS = 8
/** A chart needs all rows, so an answer loads them all if there are few. */
const CHARTED_ROWS = 200
/** Characters of a tile's title. */
const MAX_TITLE = 120

const isOneRow = ({ definition }: Understood): boolean =>
  definition.groupColumns.length === 0 && definition.columns.some(({ aggregation }) => aggregation !== 'None')

interface CorrectedProps {
  readonly corrections: Understood['corrections']
  readonly onAsTyped: () => void
}

/** The words that were taken for others, which can be undone. */
const Corrected = ({ corrections, onAsTyped }: CorrectedProps) => (
  <p className={`${classes.figureNote} ${classes.offered}`}>
    Read as: {corrections.map(({ typed, read }) => `“${read}” for “${typed}”`).join(', ')}.
    <button type="button" className={`bare-button ${classes.near}`} onClick={onAsTyped}>
      Use as typed
    </button>
  </p>
)

interface AnswerPanelProps {
  readonly understood: Understood
  /** asks again without correcting misspelled words */
  readonly onAsTyped: () => void
}

/** How a question was interpreted, and its answer: one number with its proof, or a chart and the first rows. */
export const AnswerPanel = ({ understood, onAsTyped }: AnswerPanelProps) => (
  <ReaderFormats>
    <section className={classes.answer} aria-label="Answer">
      {understood.corrections.length > 0 ? (
        <Corrected corrections={understood.corrections} onAsTyped={onAsTyped} />
      ) : null}
      <p className={classes.explanation}>{understood.explanation}</p>
      {understood.assistant === undefined ? null : <Assisted {...understood.assistant} />}
      {understood.forecast === undefined ? (
        <Answer understood={understood} />
      ) : (
        <AnswerForecast definition={understood.definition} forecast={understood.forecast} />
      )}
    </section>
  </ReaderFormats>
)

/** What the language model says, and the reports that it ran on the way. */
const Assisted = ({ sentence, steps }: NonNullable<Understood['assistant']>) => (
  <>
    {sentence === null ? null : <p className={classes.sentence}>{sentence}</p>}
    <Text size="sm" c="dimmed">
      Answered by a language model from the {steps.length === 1 ? 'report' : `${steps.length} reports`} below. Check
      that it’s what you asked.
    </Text>
    {steps.length === 1 ? null : (
      <ol className={classes.figureNote}>
        {steps.map(({ explanation }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity, and are replaced together
          <li key={index}>{explanation}</li>
        ))}
      </ol>
    )}
  </>
)

const Answer = ({ understood }: { understood: Understood }) => {
  const { queries } = useRuntime()
  const { definition, from, until, compare } = understood
  const request = { definition, ...(from && until ? { from, until } : {}), ...(compare ? { compare } : {}) }
  const pageSize = definition.chart === null ? SHOWN_ROWS : CHARTED_ROWS
  const { data, error } = useQuery(
    queries.reports.query.queryOptions({ input: { ...request, pageSize }, retry: false }),
  )
  if (error)
    return (
      <p role="alert" className={classes.failure}>
        {firstMessage(error, 'The answer couldn’t be loaded. Check your connection.')}
      </p>
    )
  if (data === undefined || 'unchanged' in data) return <Skeleton height={96} radius="md" aria-label="Loading" />
  if (isOneRow(understood)) return <AnswerFigure result={data} request={request} />
  const hasSentence = understood.assistant?.sentence != null
  return (
    <>
      {hasSentence ? null : <AnswerSentence result={data} understood={understood} />}
      {hasSentence && data.rowCount === 1 ? null : (
        <AnswerRows result={data} definition={definition} shown={SHOWN_ROWS} />
      )}
    </>
  )
}

const AnswerSentence = ({ result, understood }: { result: ReportResult; understood: Understood }) => {
  const sentence = answerSentence(result, understood, useFormats())
  return sentence === null ? null : <p className={classes.sentence}>{sentence}</p>
}

/** Opens the answer's definition in the builder, where it can be edited and saved. */
export const OpenAnswer = ({ understood }: { understood: Understood }) => {
  const navigate = useNavigate()
  return (
    <PaletteAction
      label="Open as report"
      description="View, edit, and save this report"
      icon={IconPencil}
      onChoose={() => void navigate(builderAddress(understood))}
    />
  )
}

/** An answer, to be pinned: it is not saved, so a tile has it as a copy. */
export const pinnedAnswer = ({ definition, from, until, compare, explanation }: Understood): PinSubject => {
  const named = definition.name === '' ? explanation.slice(0, MAX_TITLE) : definition.name
  const copy = { ...definition, name: named, ...(compare === undefined ? {} : { compare }) }
  const dates = from === undefined || until === undefined ? {} : { from, until }
  return { title: named, link: null, copy: { definition: copy, dates }, isChanged: false, definition: copy }
}

/** Adds the answer to a dashboard. */
export const PinAnswer = ({ understood }: { understood: Understood }) => {
  const pin = usePin()
  const isLocked = usePlanLock() !== null
  // a tile has no forecast
  if (isLocked || understood.forecast !== undefined) return null
  return (
    <PaletteAction
      label="Pin to dashboard"
      description="Add this answer as a tile"
      icon={IconPin}
      onChoose={() => pin(pinnedAnswer(understood))}
    />
  )
}
