import { Button, CloseButton, Group, Paper, TextInput } from '@mantine/core'
import { IconMessageQuestion, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { PinButton } from '#web/features/pin/pin-button.tsx'
import { pinnedAnswer } from './answer-panel.tsx'
import classes from './ask.module.css'
import { builderAddress } from './question-address.ts'
import { EXAMPLES, QuestionOutcome, useQuestion } from './question-outcome.tsx'

/** A question field on a page with example questions; the answer stays until it is closed. */
export const AskField = () => {
  const [text, setText] = useState('')
  const question = useQuestion()
  const { understood } = question
  const askNow = (words: string): void => {
    setText(words)
    question.mutate({ question: words })
  }
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') askNow(text.trim())
  }
  const handleClose = (): void => {
    setText('')
    question.reset()
  }
  return (
    <section className={classes.asking} aria-label="Questions">
      <form onSubmit={handleSubmit} className={classes.askForm}>
        <TextInput
          className={classes.askInput}
          label="Ask about your numbers"
          placeholder={EXAMPLES[0]}
          leftSection={<IconMessageQuestion size={18} stroke={1.5} aria-hidden />}
          maxLength={500}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" loading={question.isPending}>
          Ask
        </Button>
      </form>
      <p className={classes.figureNote}>
        Try{' '}
        {EXAMPLES.map((example) => (
          <button key={example} type="button" className={classes.near} onClick={() => askNow(example)}>
            {example}
          </button>
        ))}
      </p>
      <div aria-live="polite" aria-busy={question.isPending}>
        {question.isIdle ? null : (
          <Paper withBorder>
            <QuestionOutcome question={question} onAsk={askNow} />
            {question.isPending ? null : (
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
                <CloseButton aria-label="Close answer" onClick={handleClose} />
              </div>
            )}
          </Paper>
        )}
      </div>
    </section>
  )
}
