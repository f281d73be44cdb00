import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

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
