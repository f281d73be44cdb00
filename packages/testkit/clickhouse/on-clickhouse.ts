import { describe } from 'vitest'

/** Where chdb is built for; Linux with glibc only. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const platform = `${process.platform}-${process.arch}`
const hasNoGlibc =
  process.platform === 'linux' && !JSON.stringify(process.report.getReport()).includes('glibcVersionRuntime')

const reason = `chdb has no build for ${platform}${hasNoGlibc ? ' without glibc' : ''}`
/** Whether chdb is built for this computer. */
const hasClickHouse = PLATFORMS.includes(platform) && !hasNoGlibc

/** A part of a suite that needs ClickHouse: skipped with a message where it is not available. */
export const onClickHouse = (name: string, rules: () => void): void => {
  describe.skipIf(!hasClickHouse)(hasClickHouse ? name : `${name} (skipped: ${reason})`, () => rules())
}
