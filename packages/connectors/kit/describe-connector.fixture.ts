import { describe } from 'vitest'
import { type ConnectorConformance, createSetStage } from './conformance-stage.fixture.ts'
import { connectionRules } from './connection-rules.fixture.ts'
import { lastingFaultRules } from './lasting-faults.fixture.ts'
import { passingFaultRules } from './passing-faults.fixture.ts'
import { readingRules } from './reading-rules.fixture.ts'

/**
 * What every connector must do, whatever its platform does: run against its fake over real HTTP, without a database. What a sync
 * does beyond that (commits, runs, schedules) is tested with the engine.
 */
export const describeConnector = (conformance: ConnectorConformance): void => {
  const { title } = conformance.connector
  const setStage = createSetStage(conformance)
  describe(`${title}: reading`, () => readingRules(setStage))
  describe(`${title}: faults that pass`, () => passingFaultRules(setStage))
  describe(`${title}: faults that do not pass`, () => lastingFaultRules(setStage))
  describe(`${title}: connection`, () => connectionRules(conformance.connector, setStage))
}
