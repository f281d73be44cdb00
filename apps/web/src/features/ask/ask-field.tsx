import { Button, CloseButton, Group, Paper } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type { Chip, ChipQuestion } from '#contract/ask.ts'
import { PinButton } from '#web/features/pin/pin-button.tsx'
import { pinnedAnswer } from './answer-panel.tsx'
import classes from './ask.module.css'
import { ChipField } from './chip-field.tsx'
import { hasSubject, NO_CHIPS } from './chip-question.ts'
import { builderAddress } from './question-address.ts'
import { EXAMPLES, QuestionOutcome } from './question-outcome.tsx'
import { type Question, useQuestion } from './use-question.ts'

/** A question on a page: its chips, and the words after them. */
export const useAskField = () => {
  const [text, setText] = useState('')
  const [draft, setDraft] = useState<ChipQuestion>(NO_CHIPS)
  const question = useQuestion()
  const { understood, asked } = question
  const chips = understood === null || question.isPending ? draft : (understood.chips ?? NO_CHIPS)
  // What chips say is no longer needed in words.
  useEffect(() => {
    if (understood?.chips === undefined) return
    setDraft(understood.chips)
    setText((now) => (now.trim() === asked ? '' : now))
  }, [understood, asked])
  const ask = (words: string): void => {
    setText(words)
    question.ask(words, chips.chips.length === 0 ? undefined : chips)
  }
  const askNew = (words: string): void => {
    setText(words)
    setDraft(NO_CHIPS)
    question.askNew(words)
  }
  const setChips = (next: Chip[]): void => {
    const changed = { ...chips, chips: next }
    setDraft(changed)
    if (hasSubject(changed)) question.compose(changed)
    else question.reset()
  }
  const close = (): void => {
    setText('')
    setDraft(NO_CHIPS)
    question.reset()
  }
  return { text, setText, chips, setChips, question, ask, askNew, close }
}

type AskFieldState = ReturnType<typeof useAskField>

/** What can be done with an answer: keep it, or close it. */
const AnswerTools = ({ question, onClose }: { question: Question; onClose: () => void }) => {
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
        </Group>
      ) : null}
      <CloseButton aria-label="Close answer" onClick={onClose} />
    </div>
  )
}

const ignoredIn = ({ data }: Question): readonly string[] =>
  data !== null && 'notUnderstood' in data ? (data.without?.ignored ?? []) : []

interface AskFieldProps {
  readonly state: AskFieldState
  /** offers example questions and a link to all of them */
  readonly hasExamples?: boolean
}

/** A question field on a page; the answer stays until it is closed, and follows the chips. */
export const AskField = ({ state, hasExamples = false }: AskFieldProps) => {
  const { text, setText, chips, setChips, question, ask, askNew, close } = state
  const words = text.trim()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (words !== '' || hasSubject(chips)) ask(words)
  }
  return (
    <section className={classes.asking} aria-label="Questions">
      <form onSubmit={handleSubmit} className={classes.askForm}>
        <ChipField
          label="Ask about your numbers"
          placeholder={EXAMPLES[0]}
          question={chips}
          ignored={ignoredIn(question)}
          text={text}
          onText={setText}
          onChips={setChips}
        />
        <Button type="submit" loading={question.isPending}>
          Ask
        </Button>
      </form>
      {hasExamples ? (
        <p className={`${classes.figureNote} ${classes.offered} ${classes.examples}`}>
          Try
          {EXAMPLES.map((example) => (
            <button
              key={example}
              type="button"
              className={`bare-button ${classes.near}`}
              onClick={() => askNew(example)}
            >
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
            {question.isPending ? null : <AnswerTools question={question} onClose={close} />}
          </Paper>
        )}
      </div>
    </section>
  )
}

/** The field on pages that are about something else. */
export const AskPart = () => <AskField state={useAskField()} hasExamples />
