import { Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { firstMessage } from '#web/api/api-error.ts'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
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

interface ChoicesFormProps {
  readonly draft: ComponentProps<typeof SaveBar>['draft'] & { readonly saved: () => void }
  /** of the choices: "Tasting experiences" */
  readonly name: string
  /** why they cannot be saved yet; null when they can */
  readonly problem: string | null
  readonly send: () => Promise<unknown>
  readonly children: ReactNode
}

/** Choices that are saved as a whole. All numbers may change. */
export const ChoicesForm = ({ draft, name, problem, send, children }: ChoicesFormProps) => {
  const forgetNumbers = useInvalidateNumbers()
  const save = useMutation({
    mutationFn: send,
    onSuccess: () => {
      draft.saved()
      toast.success(`${name} saved`)
      forgetNumbers()
    },
    onError: (error) => toast.failure(firstMessage(error, `Failed to save ${name.toLowerCase()}. Please try again.`)),
  })
  return (
    <Stack>
      {children}
      <SaveBar draft={draft} isSaving={save.isPending} problem={problem} onSave={() => save.mutate()} />
    </Stack>
  )
}
