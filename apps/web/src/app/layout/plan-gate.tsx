import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { isInPlan } from '#domain/navigation.ts'
import { useAccount } from '../account-data.ts'
import { usePage } from '../use-page.ts'

const inWords = new Intl.ListFormat('en', { type: 'disjunction' })

/** Shows the page if the account's plan has it, else which plans do. */
export const PlanGate = ({ children }: { children: ReactNode }) => {
  const { access, title } = usePage()
  const account = useAccount()
  if (!access?.accountTypes) return children
  if (!account) return null
  if (isInPlan(access, account.accountType)) return children
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <Title order={1}>{title}</Title>
      <Text>This page is not part of the {account.accountType} plan.</Text>
      <Text c="dimmed">It comes with {inWords.format(access.accountTypes)}.</Text>
    </Stack>
  )
}
