import { Button, CloseButton, Group, Paper, TextInput } from '@mantine/core'
import { IconMessageQuestion, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { Understood } from '#contract/ask.ts'
import { PinButton } from '#web/features/pin/pin-button.tsx'
import { pinnedAnswer } from './answer-panel.tsx'
import classes from './ask.module.css'
import { builderAddress } from './question-address.ts'
import { EXAMPLES, QuestionOutcome } from './question-outcome.tsx'
import { type Question, useQuestion } from './use-question.ts'

/** Follow-ups offered with an answer. */
const MAX_OFFERED = 4

const OVER_TIME = /(Day|Week|Month|Quarter|Year)$/

/** What the answer may be asked next, in words that are read as a change of it: only what it does not show yet. */
export const followUpsFor = ({
  definition,
  compare,
}: Pick<Understood, 'definition' | 'compare'>): readonly string[] => {
  const { groupColumns, columns, relativeDateFilter, top, filters, dimensionFilters = [] } = definition
  const isList = groupColumns.length === 0 && columns.every(({ aggregation }) => aggregation === 'None')
  const isDated = relativeDateFilter !== null && relativeDateFilter.relativeRange !== 'None'
  const isOverTime = groupColumns.some((id) => OVER_TIME.test(id))
  const isFiltered = [...filters, ...dimensionFilters].some(({ columnId }) => columnId === 'channel')
  const isOfSales = ['Orders', 'OrderLines'].includes(definition.reportType)
  const offered: readonly (readonly [text: string, isNew: boolean])[] = [
    ['compare with last year', isDated && !isList && compare === undefined],
    ['and last year?', isDated && compare === undefined],
    ['by month', !isList && !isOverTime],
    ['how many?', isList],
    ['only the tasting room', isOfSales && !isFiltered],
    ['all channels', isFiltered],
    ['top 5', groupColumns.length > 0 && !isOverTime && top === null],
    ['in total', groupColumns.length > 0],
  ]
  return offered.flatMap(([text, isNew]) => (isNew ? [text] : [])).slice(0, MAX_OFFERED)
}

/** A question and its text on a page. */
export const useAskField = () => {
  const [text, setText] = useState('')
  const question = useQuestion()
  const ask = (words: string): void => {
    setText(words)
    question.ask(words)
  }
  const askNew = (words: string): void => {
    setText(words)
    question.askNew(words)
  }
  const close = (): void => {
    setText('')
    question.reset()
  }
  return { text, setText, question, ask, askNew, close }
}

type AskFieldState = ReturnType<typeof useAskField>

interface OfferedProps {
  readonly lead: string
  readonly questions: readonly string[]
  readonly onAsk: (question: string) => void
}

const Offered = ({ lead, questions, onAsk }: OfferedProps) => (
  <p className={`${classes.figureNote} ${classes.offered}`}>
    {lead}
    {questions.map((question) => (
      <button key={question} type="button" className={classes.near} onClick={() => onAsk(question)}>
        {question}
      </button>
    ))}
  </p>
)

/** What can be done with an answer: ask on, keep it, or close it. */
const AnswerTools = ({ question, onAsk, onClose }: AnswerToolsProps) => {
  const { understood } = question
  return (
    <div className={classes.askTools}>
      {understood ? (
        <Group gap={8}>
          <Button
            renderRoot={(props) => <Link {...props} {...builderAddress(understood)} />}
            size="xs"
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            Open as report
          </Button>
          <PinButton subject={pinnedAnswer(understood)} />
          <Offered lead="Follow up:" questions={followUpsFor(understood)} onAsk={onAsk} />
        </Group>
      ) : null}
      <CloseButton aria-label="Close answer" onClick={onClose} />
    </div>
  )
}

interface AnswerToolsProps {
  readonly question: Question
  readonly onAsk: (question: string) => void
  readonly onClose: () => void
}

interface AskFieldProps {
  readonly state: AskFieldState
  /** offers example questions and a link to all of them */
  readonly hasExamples?: boolean
}

/** A question field on a page; the answer stays until it is closed, and the next question may follow it up. */
export const AskField = ({ state, hasExamples = false }: AskFieldProps) => {
  const { text, setText, question, ask, askNew, close } = state
  const isAnswered = question.understood !== null
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') ask(text.trim())
  }
  return (
    <section className={classes.asking} aria-label="Questions">
      <form onSubmit={handleSubmit} className={classes.askForm}>
        <TextInput
          className={classes.askInput}
          label={isAnswered ? 'Ask a follow-up or a new question' : 'Ask about your numbers'}
          placeholder={EXAMPLES[0]}
          leftSection={<IconMessageQuestion size={18} stroke={1.5} aria-hidden />}
          maxLength={500}
          value={text}
          onFocus={({ currentTarget }) => isAnswered && currentTarget.select()}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" loading={question.isPending}>
          Ask
        </Button>
      </form>
      {hasExamples ? (
        <p className={`${classes.figureNote} ${classes.offered} ${classes.examples}`}>
          Try
          {EXAMPLES.map((example) => (
            <button key={example} type="button" className={classes.near} onClick={() => askNew(example)}>
              {example}
            </button>
          ))}
          <Link to="/ask" className={classes.near}>
            Your questions
          </Link>
        </p>
      ) : null}
      <div aria-live="polite" aria-busy={question.isPending}>
        {question.isIdle ? null : (
          <Paper withBorder>
            <QuestionOutcome question={question} onText={setText} />
            {question.isPending ? null : <AnswerTools question={question} onAsk={ask} onClose={close} />}
          </Paper>
        )}
      </div>
    </section>
  )
}

/** The field on pages that are about something else. */
export const AskPart = () => <AskField state={useAskField()} hasExamples />
