import tseslint from 'typescript-eslint';
import lit from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';

export default tseslint.config(
  {
    ignores: [
      'build/',
      'dist/',
      'node_modules/',
      'test-results/',
      'web/content/**/challenges/',
      'tests/solutions/',
    ],
  },
  {
    files: ['**/*.{ts,js,mjs}'],
    extends: [
      ...tseslint.configs.recommendedTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      lit.configs['flat/recommended'],
      litA11y.configs.recommended,
    ],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-constant-binary-expression': 'error',
      'no-constructor-return': 'error',
      'no-control-regex': 'error',
      'no-debugger': 'error',
      'no-empty': 'error',
      'no-eval': 'error',
      'no-fallthrough': 'error',
      'no-loss-of-precision': 'error',
      'no-new-func': 'error',
      'no-self-compare': 'error',
      'no-sparse-arrays': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      // Brackets say that a property may be absent, as in an environment or a data set.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An event handler may be async: what it awaits reports its own failures.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false } },
      ],
    },
  },
  {
    files: ['tools/**/*.mjs', 'tests/tools/**/*.mjs'],
    rules: {
      // JSON.parse gives `any`; a type in a comment is how JavaScript narrows it.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['tests/**/*.ts'],
    rules: {
      // Expected numbers keep every digit of their source, and tests prove that a policy stops eval.
      'no-loss-of-precision': 'off',
      'no-eval': 'off',
      'no-new-func': 'off',
      '@typescript-eslint/no-implied-eval': 'off',
    },
  },
  {
    // Settings, and scripts that another engine runs too, are in no TypeScript project.
    files: ['*.ts', '**/*.js', 'tests/bench/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      // Such a script may not rely on iterators or expressions that its interpreter's user can replace.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/prefer-for-of': 'off',
      'prefer-rest-params': 'off',
    },
  },
);
