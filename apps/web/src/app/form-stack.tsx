import { Stack, type StackProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

interface FormStackProps extends Pick<StackProps, 'gap'> {
  readonly onSubmit: () => void
  readonly children: ReactNode
}

/** Fields below each other that are sent together. The page checks them, not the browser. */
export const FormStack = ({ onSubmit, ...stack }: FormStackProps) => {
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return <Stack renderRoot={(props) => <form {...props} onSubmit={handleSubmit} noValidate />} {...stack} />
}
