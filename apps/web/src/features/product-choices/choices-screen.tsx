import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { useInvalidateNumbers } from '#web/app/draft/use-draft.ts'
import { Heading } from '#web/app/heading.tsx'
import { QueryContent, type QueryState } from '#web/app/notice.tsx'
import { toast } from '#web/app/toast.ts'

interface ChoicesScreenProps<T> {
  readonly title: string
  readonly text: string
  readonly query: QueryState<T>
  readonly children: (stored: T) => ReactNode
}

/** A screen with choices that decide how visits and signups are counted. */
export const ChoicesScreen = <T,>({ title, text, query, children }: ChoicesScreenProps<T>) => (
  <Stack maw="var(--cuvee-width-list)" mx="auto">
    <Heading title={title}>{text}</Heading>
    <QueryContent query={query} height={240}>
      {children}
    </QueryContent>
  </Stack>
)

interface SavedChoices<T> {
  readonly send: (choices: T) => Promise<unknown>
  readonly draft: { readonly saved: () => void }
  /** of the choices: "Tasting experiences" */
  readonly name: string
}

/** Saves the choices as a whole. All numbers may change. */
export const useSaveChoices = <T,>({ send, draft, name }: SavedChoices<T>) => {
  const forgetNumbers = useInvalidateNumbers()
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      draft.saved()
      toast.success(`${name} saved`)
      forgetNumbers()
    },
    onError: (error) => toast.failure(firstMessage(error, `Failed to save ${name.toLowerCase()}. Please try again.`)),
  })
}
