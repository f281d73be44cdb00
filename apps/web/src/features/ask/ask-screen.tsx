import { Stack } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AskedQuestion } from '#contract/ask.ts'
import { Heading } from '#web/app/heading.tsx'
import { AskField, useAskField } from './ask-field.tsx'
import { askedIn, builderAddress } from './question-address.ts'
import { QuestionHistory, SuggestedQuestions } from './question-history.tsx'

/** The address holds the report that was asked for, so that it can be shared; it is asked for where the page opens with one. */
const useAddress = ({ question }: ReturnType<typeof useAskField>): void => {
  const [opened] = useState(askedIn(useSearch({ strict: false })))
  const navigate = useNavigate()
  const { understood, askReport } = question
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the address that the page was opened with
  useEffect(() => {
    if (opened !== null) askReport(opened)
  }, [opened])
  useEffect(() => {
    if (understood === null || understood.forecast !== undefined) return
    const { search } = builderAddress(understood)
    void navigate({ to: '/ask', search, replace: true, resetScroll: false })
  }, [understood, navigate])
}

/** Questions in chips and words: the field, what can be asked, and what was asked. */
export const AskScreen = () => {
  const state = useAskField()
  const { setText, question, askNew } = state
  useAddress(state)
  const handleOpen = ({ id, question: words }: AskedQuestion): void => {
    setText(words)
    question.reopen({ id, question: words })
    window.scrollTo({ top: 0 })
  }
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto" gap="lg">
      <Heading title="Ask">Type what you want to know. Select a part of your question to change it.</Heading>
      <AskField state={state} />
      <SuggestedQuestions onAsk={askNew} />
      <QuestionHistory onOpen={handleOpen} />
    </Stack>
  )
}
