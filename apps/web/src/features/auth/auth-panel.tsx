import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface AuthPanelProps {
  readonly title: string
  readonly text?: ReactNode
  readonly children: ReactNode
}

/** The panel of a sign-in page: heading, text, content. */
export const AuthPanel = ({ title, text, children }: AuthPanelProps) => (
  <Stack gap="lg">
    <div>
      <Title order={1}>{title}</Title>
      {text && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
    </div>
    {children}
  </Stack>
)

interface TextLinkProps {
  readonly to: string
  readonly search?: Record<string, string | undefined>
  readonly children: ReactNode
}

/** A link to another page, within or below a form. */
export const TextLink = ({ to, search = {}, children }: TextLinkProps) => (
  <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to={to} search={search} />}>
    {children}
  </Anchor>
)
