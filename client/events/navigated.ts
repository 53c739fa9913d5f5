import { createAction } from '@reduxjs/toolkit';

/**
 * The visitor navigated within the document. `isNewPage`: the path changed, not only the query or fragment. `search`: the
 * new address's query; undefined if it is the same.
 */
export const navigated = createAction<{ readonly isNewPage: boolean; readonly search?: string | undefined }>(
  'navigation/navigated',
);
