;; cardroom's scripts in Emacs 29 or later, with Eglot.
(add-to-list 'auto-mode-alist '("\\.star\\'" . python-mode))
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(python-mode . ("cardroom" "lsp"))))
