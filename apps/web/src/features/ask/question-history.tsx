import { ActionIcon, Button, Skeleton, Title } from '@mantine/core'
import { IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AskedQuestion } from '#contract/ask.ts'
import { RelativeTime } from '#web/app/relative-time.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useChange } from '#web/app/use-change.ts'
import classes from './ask.module.css'

interface QuestionListProps {
  readonly title: string
  readonly questions: readonly string[]
  readonly onAsk: (question: string) => void
}

/** Questions to ask with a click; nothing without any. */
const QuestionList = ({ title, questions, onAsk }: QuestionListProps) =>
  questions.length === 0 ? null : (
    <section aria-label={title} className={classes.questions}>
      <Title order={2}>{title}</Title>
      <ul className={`bare-list ${classes.chips}`}>
        {questions.map((question) => (
          <li key={question}>
            <button type="button" className={classes.chip} onClick={() => onAsk(question)}>
              {question}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )

/** Questions that the account's data answers, and what colleagues asked. */
export const SuggestedQuestions = ({ onAsk }: Pick<QuestionListProps, 'onAsk'>) => {
  const { queries } = useRuntime()
  const { data, isPending } = useQuery(queries.ask.suggestions.queryOptions({ retry: false }))
  if (isPending) return <Skeleton height={88} radius="md" aria-label="Loading suggestions" />
  return (
    <>
      <QuestionList title="From your data" questions={data?.own ?? []} onAsk={onAsk} />
      <QuestionList title="Asked by your team" questions={data?.team ?? []} onAsk={onAsk} />
    </>
  )
}

/** Pins, unpins and deletes questions. */
const useHistoryChanges = () => {
  const { api, queries, queryClient } = useRuntime()
  const refresh = () => queryClient.invalidateQueries({ queryKey: queries.ask.history.key() })
  const pin = useChange((change: { id: string; isPinned: boolean }) => api.ask.pin(change), { refresh })
  const forget = useChange((id: string) => api.ask.forget({ id }), { refresh })
  return { pin: pin.mutate, forget: forget.mutate }
}

/** Recent questions shown until all are asked for. */
const SHOWN = 10

/** The questions that the user asked: pinned ones, then the latest. */
export const QuestionHistory = ({ onOpen }: { onOpen: (question: AskedQuestion) => void }) => {
  const { queries } = useRuntime()
  const { data } = useQuery(queries.ask.history.queryOptions({ retry: false }))
  const { pin, forget } = useHistoryChanges()
  const [isWhole, setWhole] = useState(false)
  if (data === undefined) return null
  const rows = (questions: readonly AskedQuestion[]) =>
    questions.map((one) => (
      <li key={one.id} className={classes.asked}>
        <button type="button" className={`bare-button ${classes.askedText}`} onClick={() => onOpen(one)}>
          <span>{one.question}</span>
          <span className={classes.figureNote}>
            {one.explanation ?? 'Has more than one reading.'} Asked <RelativeTime instant={one.askedUtc} />
          </span>
        </button>
        <ActionIcon
          size="lg"
          aria-label={one.isPinned ? `Unpin “${one.question}”` : `Pin “${one.question}”`}
          onClick={() => pin({ id: one.id, isPinned: !one.isPinned })}
        >
          {one.isPinned ? <IconPinnedOff size={18} aria-hidden /> : <IconPin size={18} aria-hidden />}
        </ActionIcon>
        <ActionIcon size="lg" aria-label={`Delete “${one.question}”`} onClick={() => forget(one.id)}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </li>
    ))
  const [pinned, recent] = [data.filter((one) => one.isPinned), data.filter((one) => !one.isPinned)]
  return (
    <>
      {pinned.length === 0 ? null : (
        <section aria-label="Pinned" className={classes.questions}>
          <Title order={2}>Pinned</Title>
          <ul className={`bare-list ${classes.history}`}>{rows(pinned)}</ul>
        </section>
      )}
      {recent.length === 0 ? null : (
        <section aria-label="Recent questions" className={classes.questions}>
          <Title order={2}>Recent questions</Title>
          <ul className={`bare-list ${classes.history}`}>{rows(isWhole ? recent : recent.slice(0, SHOWN))}</ul>
          {isWhole || recent.length <= SHOWN ? null : (
            <Button variant="subtle" size="xs" style={{ alignSelf: 'start' }} onClick={() => setWhole(true)}>
              Show all ({recent.length})
            </Button>
          )}
        </section>
      )}
    </>
  )
}
