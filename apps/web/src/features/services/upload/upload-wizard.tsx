import { Stack, Title } from '@mantine/core'
import { useState } from 'react'
import type { Service } from '#contract/services.ts'
import { isActive } from '../runs/run-state.ts'
import { useReloadAfterRun } from '../runs/use-run.ts'
import { FileDrop, SendingFile } from './file-drop.tsx'
import { ImportStep } from './import-step.tsx'
import { MappingStep } from './mapping-step.tsx'
import { useFileUpload } from './use-file-upload.ts'

/** Uploads a file, maps its columns, and imports it. */
export const UploadWizard = ({ service }: { service: Service }) => {
  const active = service.lastRun && isActive(service.lastRun) ? service.lastRun.id : null
  const [runId, setRunId] = useState<string | null>(active)
  const { state, send, reset } = useFileUpload(service.id)
  const reload = useReloadAfterRun()
  const startOver = () => {
    setRunId(null)
    reset()
  }
  if (runId) return <ImportStep serviceId={service.id} runId={runId} onStartOver={startOver} />
  if (state.kind === 'sent') {
    const { fileId, fileName } = state
    return (
      <MappingStep
        serviceId={service.id}
        fileId={fileId}
        fileName={fileName}
        onStarted={(id) => {
          setRunId(id)
          reload()
        }}
        onStartOver={startOver}
      />
    )
  }
  return (
    <Stack>
      <Title order={2}>Upload a file</Title>
      {state.kind === 'sending' ? (
        <SendingFile fileName={state.file.name} share={state.share} onCancel={reset} />
      ) : (
        <FileDrop failure={state.failure} onFile={send} />
      )}
    </Stack>
  )
}
