import { Button } from '@mantine/core'
import { IconDatabaseImport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Service } from '#contract/services.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { toast } from '#web/app/toast.ts'
import { useAddService } from './use-service-changes.tsx'

const SAMPLE = { type: 'sample', name: 'Sample winery' }

interface SampleButtonProps {
  readonly onAdded: (service: Service) => void
  readonly children: ReactNode
}

/** Adds a service with sample data in one click. */
export const SampleButton = ({ onAdded, children }: SampleButtonProps) => {
  const sample = useAddService({ onAdded, onFailed: (error) => toast.failure(firstMessage(error)) })
  return (
    <Button
      variant="default"
      leftSection={<IconDatabaseImport size={18} aria-hidden />}
      loading={sample.isPending}
      onClick={() => sample.mutate(SAMPLE)}
    >
      {children}
    </Button>
  )
}
