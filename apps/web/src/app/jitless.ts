declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

// Otherwise zod probes `new Function`, which the content security policy blocks and reports. Its function `config` does the same, but
// would put a part of zod before the first screen, which needs none of it.
globalThis.__zod_globalConfig ??= {}
globalThis.__zod_globalConfig.jitless = true

export {}
