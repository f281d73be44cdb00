import { Anchor, Button, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isInPlan } from '#domain/navigation.ts'
import { BILLING_ROLES, hasAnyRole } from '#domain/role.ts'
import { useAccount } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { usePage } from '../use-page.ts'

/** Made when it is needed: every page of the frame runs this file. */
const anyOf = (plans: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(plans)

/** A built-in report. */
const REPORT = /^\/reports\/[^/]+\/./

/** Shows the page if the account's plan includes it, else which plans do. */
export const PlanGate = ({ children }: { children: ReactNode }) => {
  const { access, title, path } = usePage()
  const account = useAccount()
  const user = useCurrentUser()
  if (!access?.accountTypes) return children
  if (!account) return null
  if (isInPlan(access, account.accountType)) return children
  const mayPay = user !== null && hasAnyRole(user.roles, BILLING_ROLES)
  return (
    <Stack align="center" gap="xs" py={64} px="md" ta="center">
      <ThemeIcon variant="light" size={48} radius="xl" mb="xs" aria-hidden>
        <IconLock size={24} stroke={1.5} />
      </ThemeIcon>
      <Title order={1}>{title}</Title>
      <Text>This page isn’t included in the {account.accountType} plan.</Text>
      <Text c="dimmed">
        It’s available with {anyOf(access.accountTypes)}.{mayPay ? '' : ' Ask an administrator.'}
      </Text>
      {REPORT.test(path) && (
        <Text c="dimmed">
          Every plan includes all data, so you can also{' '}
          <Anchor component={Link} to="/reports/my/new">
            build this report yourself
          </Anchor>
          .
        </Text>
      )}
      {mayPay && (
        <Button component={Link} to="/billing" mt="sm">
          Compare plans
        </Button>
      )}
    </Stack>
  )
}
