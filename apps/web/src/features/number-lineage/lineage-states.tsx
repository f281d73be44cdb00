import { Button, Skeleton } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { ElapsedTime } from '#ui/tile-states.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { Notice } from '#web/app/notice.tsx'
import classes from './number-lineage.module.css'

export const LineageSkeleton = () => {
  const [since] = useState(() => Date.now())
  return (
    <div className={classes.loadingState} aria-busy="true">
      <ElapsedTime since={since} />
      <Skeleton height={30} width={160} radius="sm" />
      <Skeleton height={14} width="80%" radius="sm" />
      <Skeleton height={90} radius="sm" />
      <Skeleton height={160} radius="sm" />
    </div>
  )
}

export const LineageError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Notice
    tone="bad"
    role="alert"
    title="This calculation couldn’t be loaded"
    icon={<IconAlertCircle size={20} aria-hidden />}
    action={
      <Button size="xs" variant="default" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    {firstMessage(error, 'Couldn’t connect to Cuvee. Please try again.')}
  </Notice>
)
