import { Anchor, Button, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormStack } from '#web/app/form-stack.tsx'
import { FormFailure } from '#web/app/notice.tsx'

interface AuthPanelProps {
  readonly title: string
  readonly text?: ReactNode
  /** to other pages, below the content */
  readonly links?: ReactNode
  readonly children: ReactNode
}

/** The panel of a sign-in page: heading, text, content. */
export const AuthPanel = ({ title, text, links, children }: AuthPanelProps) => (
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
    {links && (
      <Stack align="center" gap={4}>
        {links}
      </Stack>
    )}
  </Stack>
)

interface AuthFormProps {
  /** null: none */
  readonly failure: string | null
  /** label of the button that submits */
  readonly submit: string
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** The form of a sign-in page, with its error above the fields. */
export const AuthForm = ({ failure, submit, isBusy, onSubmit, children }: AuthFormProps) => (
  <FormStack onSubmit={onSubmit}>
    <FormFailure message={failure} />
    {children}
    <Button type="submit" loading={isBusy} fullWidth>
      {submit}
    </Button>
  </FormStack>
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
