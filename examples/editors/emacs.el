;; cardroom's scripts in Emacs 29 or later, or 28 with the package eglot.
(add-to-list 'auto-mode-alist '("\\.star\\'" . python-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(python-mode . ("cardroom" "lsp"))))
