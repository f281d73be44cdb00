import { Stack } from '@mantine/core'
import type { AskedQuestion } from '#contract/ask.ts'
import { Heading } from '#web/app/heading.tsx'
import { AskField, useAskField } from './ask-field.tsx'
import { QuestionHistory, SuggestedQuestions } from './question-history.tsx'

/** Questions in words: the field, what can be asked, and what was asked. */
export const AskScreen = () => {
  const state = useAskField()
  const { setText, question, askNew } = state
  const handleOpen = ({ id, question: words }: AskedQuestion): void => {
    setText(words)
    question.reopen({ id, question: words })
    window.scrollTo({ top: 0 })
  }
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto" gap="lg">
      <Heading title="Ask">
        Ask in plain English. A short text such as “only web” or “and last year?” changes the last answer.
      </Heading>
      <AskField state={state} />
      <SuggestedQuestions onAsk={askNew} />
      <QuestionHistory onOpen={handleOpen} />
    </Stack>
  )
}
