// For the security scan of the full lane, which installs these packages in a temporary folder.
import parser from '@typescript-eslint/parser'
import security from 'eslint-plugin-security'

export default [
  {
    files: ['**/*.{ts,tsx,mjs}'],
    ignores: ['**/node_modules/**', '**/dist/**', '**/*.{test,fixture}.*', 'packages/testkit/**'],
    languageOptions: { parser, sourceType: 'module', parserOptions: { ecmaFeatures: { jsx: true } } },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    plugins: { security },
    rules: {
      ...security.configs.recommended.rules,
      // Flags every a[b] and every path in a variable; docs/security.md says what holds instead.
      'security/detect-object-injection': 'off',
      'security/detect-non-literal-fs-filename': 'off',
      // regexes.mjs decides instead of guessing.
      'security/detect-unsafe-regex': 'off',
    },
  },
]
