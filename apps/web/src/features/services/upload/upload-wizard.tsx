import { Button, Group, Progress, Stack, Title } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Run } from '#contract/runs.ts'
import type { Service } from '#contract/services.ts'
import { rangeOfData } from '#web/features/data-span/old-data-notice.tsx'
import { ActiveRun } from '../runs/active-run.tsx'
import { RunResult } from '../runs/run-result.tsx'
import { isActive } from '../runs/run-state.ts'
import { useReloadAfterRun, useRun } from '../runs/use-run.ts'
import { useChosenFiles } from './chosen-files.ts'
import { FileDrop, SendingFile } from './file-drop.tsx'
import { MappingStep } from './mapping-step.tsx'
import { useFileUpload } from './use-file-upload.ts'

interface ImportStepProps {
  readonly serviceId: string
  readonly runId: string
  readonly onStartOver: () => void
}

/** An import's progress and result. It continues if the page is left. */
const ImportStep = (step: ImportStepProps) => (
  <Stack>
    <Title order={2}>Import</Title>
    <RunProgress {...step} />
  </Stack>
)

/** The days of the imported orders, which the dashboard opens with. */
const importedDays = ({ controlTotals }: Run) => {
  const { firstDay: first, lastDay: last } = controlTotals ?? {}
  return first && last ? { ...rangeOfData({ first, last }) } : {}
}

const RunProgress = ({ serviceId, runId, onStartOver }: ImportStepProps) => {
  const run = useRun(serviceId, runId)
  if (!run) return <Progress value={100} animated aria-label="Starting" />
  if (isActive(run)) return <ActiveRun serviceId={serviceId} run={run} />
  const hasLoaded = run.status === 'succeeded'
  const dashboard = (
    <Button
      variant={hasLoaded ? 'filled' : 'default'}
      renderRoot={(props) => <Link {...props} to="/" search={importedDays(run)} />}
    >
      Go to dashboard
    </Button>
  )
  return (
    <>
      <RunResult run={run} />
      <Group>
        {hasLoaded && dashboard}
        <Button variant={hasLoaded ? 'default' : 'filled'} onClick={onStartOver}>
          Upload another file
        </Button>
        {!hasLoaded && dashboard}
      </Group>
    </>
  )
}

/** A newer file for the settings of an earlier import. */
export interface RepeatedImport {
  readonly runId: string
  readonly file: File
}

interface UploadWizardProps {
  readonly service: Service
  readonly repeated: RepeatedImport | null
}

/** Uploads a file, maps its columns, and imports it. */
export const UploadWizard = ({ service, repeated }: UploadWizardProps) => {
  const active = service.lastRun && isActive(service.lastRun) ? service.lastRun.id : null
  const [runId, setRunId] = useState<string | null>(active)
  const { state, send, reset } = useFileUpload(service.id)
  const reload = useReloadAfterRun()
  const navigate = useNavigate()
  const chosenFiles = useChosenFiles()
  const started = useRef<RepeatedImport | null>(null)
  useEffect(() => {
    const files = chosenFiles.take(service.id)
    if (files.length > 0) void send(files)
    if (repeated === null || started.current === repeated) return
    started.current = repeated
    setRunId(null)
    void send([repeated.file], repeated.runId)
  })
  const startOver = () => {
    setRunId(null)
    reset()
  }
  if (runId) return <ImportStep serviceId={service.id} runId={runId} onStartOver={startOver} />
  if (state.kind === 'sent') {
    const { fileId, fileName, reuseRun } = state
    return (
      <MappingStep
        serviceId={service.id}
        key={fileId}
        fileId={fileId}
        fileName={fileName}
        reuseRun={reuseRun}
        onStarted={(id, intoService) => {
          reload()
          if (intoService === service.id) setRunId(id)
          else navigate({ to: `/admin/services/${intoService}/runs/${id}` })
        }}
        onStartOver={startOver}
      />
    )
  }
  return (
    <Stack>
      <Title order={2}>Upload a file</Title>
      {state.kind === 'sending' ? (
        <SendingFile fileName={state.fileName} share={state.share} onCancel={reset} />
      ) : (
        <FileDrop failure={state.failure} onFiles={(files) => send(files)} />
      )}
    </Stack>
  )
}
