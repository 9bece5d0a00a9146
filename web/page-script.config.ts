/*
 * Builds the web app as one script for page tests (e2e/fixtures/page/build.ts). The build is the same as for browsers, but in one file, unminified
 * and with a source map: the script runs in a happy-dom window, and errors refer to lines of src/.
 */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { leanContract } from './build/lean-contract.ts'
import { smallMantine } from './build/small-mantine.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leanContract(), smallMantine()],
  build: {
    emptyOutDir: true,
    copyPublicDir: false,
    minify: false,
    cssMinify: false,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    sourcemap: true,
    target: 'es2022',
    rolldownOptions: {
      input: 'src/main.tsx',
      output: { format: 'iife', codeSplitting: false, entryFileNames: 'page.js', assetFileNames: '[name][extname]' },
    },
  },
})
