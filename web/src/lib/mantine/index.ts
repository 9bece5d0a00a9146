/*
 * The components of `@mantine/core` that nearly every page needs first (selected by build/small-mantine.ts), without the features that the pages do
 * not use. They have the same names, props, types, classes and markup as Mantine's components, so Mantine's styles fit. tools/page-mantine.test.ts
 * compares both implementations, and fails when a page uses a feature that is missing here.
 */
export { ActionIcon, Button, CloseButton, UnstyledButton } from '#lib/mantine/buttons.tsx'
export { PasswordInput, TextInput } from '#lib/mantine/inputs.tsx'
export { Box, Group, polymorphic, Skeleton, Stack, Text, Title, VisuallyHidden } from '#lib/mantine/texts.tsx'
