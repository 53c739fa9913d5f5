import { createAction } from '@reduxjs/toolkit';

/** The visitor navigated within the document. `isNewPage`: the path changed, not only the query or fragment. */
export const navigated = createAction<{ readonly isNewPage: boolean }>('navigation/navigated');
